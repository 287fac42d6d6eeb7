package dev.weir.core.window;

/**
 * How response times were distributed, in nanoseconds; each -1 where no call ended. A value is at
 * most 6.25 % from the response time that has this rank; below 1,024 ns at most 64 ns.
 *
 * @param p50 half of the calls were no slower
 * @param p90 nine of ten
 * @param p99 99 of 100
 * @param p999 999 of 1,000
 * @param max all
 */
public record Percentiles(long p50, long p90, long p99, long p999, long max) {

  /** Of no calls. */
  public static final Percentiles NONE = new Percentiles(-1, -1, -1, -1, -1);

  /** Of the counts of each bin of {@link ResponseTimes}. */
  static Percentiles of(long[] counts) {
    long calls = 0;
    for (long count : counts) {
      calls += count;
    }
    if (calls == 0) {
      return NONE;
    }
    return new Percentiles(
        rank(counts, share(calls, 500)),
        rank(counts, share(calls, 900)),
        rank(counts, share(calls, 990)),
        rank(counts, share(calls, 999)),
        rank(counts, calls));
  }

  /** The smallest number of calls that is at least so many thousandths of them. */
  private static long share(long calls, long thousandths) {
    return calls / 1000 * thousandths + (calls % 1000 * thousandths + 999) / 1000;
  }

  private static long rank(long[] counts, long rank) {
    int bin = -1;
    for (long before = 0; before < rank; ) {
      before += counts[++bin];
    }
    return ResponseTimes.middle(bin);
  }
}
