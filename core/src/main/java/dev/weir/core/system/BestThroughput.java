package dev.weir.core.system;

/**
 * What the JVM has lately done at its best: the most completions a second by the least response
 * time, which by Little's law is how many calls were inside when none of them queued. As TCP BBR
 * estimates what a path holds (Cardwell et al., ACM Queue 2016), and Sentinel's check of the system
 * load after it.
 *
 * <p>Both come from the last ten seconds, each second of which is looked at several times, and
 * neither remembers more: a peak of this morning and the response time of an empty cache say
 * nothing of now. The response time is the mean of a second, not the fastest call: one health check
 * of a millisecond among reports of one second would leave no room for the reports (Sentinel#3212).
 *
 * <p>Not thread-safe.
 */
final class BestThroughput {

  private static final long MEMORY_NANOS = 10_000_000_000L;

  /** Of a sample each 200 ms at most. */
  private static final int SAMPLES = 64;

  private final long[] nanos = new long[SAMPLES];
  private final double[] perSecond = new double[SAMPLES];
  private final double[] rtNanos = new double[SAMPLES];
  private int count;
  private int last;

  /** What a second or so has brought; nothing if no call was completed. */
  void add(long now, InboundWindow window) {
    if (window.completed() > 0) {
      last = (last + 1) % SAMPLES;
      count = Math.min(SAMPLES, count + 1);
      nanos[last] = now;
      perSecond[last] = window.completed() / window.seconds();
      rtNanos[last] = window.meanRtNanos();
    }
  }

  /** Calls inside, a fraction; NaN if no call was completed lately. */
  double calls(long now) {
    double most = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      int at = (last - i + SAMPLES) % SAMPLES;
      if (now - nanos[at] <= MEMORY_NANOS) {
        most = Math.max(most, perSecond[at]);
        least = Math.min(least, rtNanos[at]);
      }
    }
    return most == 0 ? Double.NaN : most * least / 1e9;
  }
}
