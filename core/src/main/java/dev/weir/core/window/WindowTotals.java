package dev.weir.core.window;

/**
 * What was counted in some stretch of time. Response times are counted to the nearest 256 ns.
 *
 * @param spanNanos how long it is
 * @param calls that passed, were refused or ended in it; the sum of their response times saturates
 *     at 13 days an eighth of a second
 * @param rtMinNanos the fastest of those that ended; -1 where none did
 */
public record WindowTotals(long spanNanos, CallTotals calls, long rtMinNanos) {

  private static final double NANOS_PER_SECOND = 1e9;

  /** Nothing, in no time. */
  public static final WindowTotals NONE = new WindowTotals(0, CallTotals.NONE, -1);

  /** Calls admitted a second. */
  public double passedPerSecond() {
    return perSecond(calls.passed());
  }

  /** Calls refused a second. */
  public double blockedPerSecond() {
    return perSecond(calls.blockedInAll());
  }

  /** Calls ended a second. */
  public double completedPerSecond() {
    return perSecond(calls.completed());
  }

  /** Calls failed a second. */
  public double failedPerSecond() {
    return perSecond(calls.failed());
  }

  private double perSecond(long count) {
    return spanNanos == 0 ? 0 : count * NANOS_PER_SECOND / spanNanos;
  }
}
