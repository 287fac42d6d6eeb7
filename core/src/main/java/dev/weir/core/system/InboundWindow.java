package dev.weir.core.system;

/**
 * What has come to pass in the last second or so: differences of totals between now and a sample of
 * then. Not thread-safe.
 */
final class InboundWindow {

  /** One sample each 200 ms at most: more than three seconds. */
  private static final int SAMPLES = 16;

  private static final long SPAN_NANOS = 950_000_000;

  /** Less says too little: CPU time comes in steps of 10 ms. */
  private static final long MIN_SPAN_NANOS = 500_000_000;

  private static final double MOST_TREND = Math.log(2);

  private final long[] nanos = new long[SAMPLES];
  private final long[] cpu = new long[SAMPLES];
  private final long[] arrived = new long[SAMPLES];
  private final long[] completed = new long[SAMPLES];
  private final long[] rt = new long[SAMPLES];
  private int count;
  private int last;
  private int first;

  /** Forgets all samples. */
  void clear() {
    count = 0;
  }

  /**
   * A sample.
   *
   * @param cpuNanos used so far; -1 if not known
   * @param callsArrived those refused here, too, but not those refused elsewhere
   * @param rtNanos sum of the response times of the calls completed
   */
  void add(long now, long cpuNanos, long callsArrived, long callsCompleted, long rtNanos) {
    last = (last + 1) % SAMPLES;
    count = Math.min(SAMPLES, count + 1);
    nanos[last] = now;
    cpu[last] = cpuNanos;
    arrived[last] = callsArrived;
    completed[last] = callsCompleted;
    rt[last] = rtNanos;
    first = last;
    for (int back = 1; back < count && nanos[last] - nanos[first] < SPAN_NANOS; back++) {
      first = (last - back + SAMPLES) % SAMPLES;
    }
  }

  /** Since the sample before the latest; 0 if there is none. */
  double secondsSinceLast(long now) {
    return count == 0 ? 0 : (now - nanos[last]) / 1e9;
  }

  /** Whether it is long enough to say something. */
  boolean isMeasurable() {
    return count > 1 && nanos[last] - nanos[first] >= MIN_SPAN_NANOS;
  }

  double seconds() {
    return (nanos[last] - nanos[first]) / 1e9;
  }

  /** CPUs used on average; NaN if not known. */
  double usedCpus() {
    boolean known = cpu[last] >= 0 && cpu[first] >= 0;
    return known ? Math.max(0, cpu[last] - cpu[first]) / 1e9 / seconds() : Double.NaN;
  }

  /** Calls completed. */
  long completed() {
    return completed[last] - completed[first];
  }

  /** Mean response time of the calls completed; NaN if there are none. */
  double meanRtNanos() {
    long calls = completed();
    return calls <= 0 ? Double.NaN : (double) (rt[last] - rt[first]) / calls;
  }

  /**
   * How many more calls would be admitted than have ended, or fewer, of those that have arrived:
   * the logarithm of the one by the other, within ln 2 of 0.
   *
   * @param share of calls admitted now
   */
  double trend(double share) {
    double admitted = share * Math.max(0, arrived[last] - arrived[first]);
    // As if one more call had come and ended: there is no logarithm of 0.
    double trend = Math.log((admitted + 1) / (Math.max(0, completed()) + 1));
    return Math.max(-MOST_TREND, Math.min(MOST_TREND, trend));
  }
}
