package dev.weir.core.system;

/**
 * What the latest sample has led to. Immutable: calls read it as a whole.
 *
 * @param nanos when the sample was taken
 * @param share of calls refused, 0 to 1
 * @param step of {@link EvenRefusals}; 0 if no share is refused
 * @param limit whose share it is, as a key of the rule file; empty if none is refused
 * @param message what a call of the share is told
 * @param mostInside calls that may be inside; {@link Integer#MAX_VALUE} while the load is not above
 *     its limit
 * @param usedCpus NaN if not known
 * @param load NaN if not known
 * @param latencyNanos mean response time; NaN if no call was completed
 */
record Shedding(
    long nanos,
    double share,
    long step,
    String limit,
    String message,
    int mostInside,
    double usedCpus,
    double allowedCpus,
    double load,
    double latencyNanos) {

  /** A sample is of no more use: no call was there to take another, or that one hangs. */
  private static final long STALE_NANOS = 3_000_000_000L;

  /** Nothing measured yet. */
  static Shedding none(long now) {
    return new Shedding(
        now, 0, 0, "", "", Integer.MAX_VALUE, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
  }

  boolean refusesNothing() {
    return step == 0 && mostInside == Integer.MAX_VALUE;
  }

  boolean isStale(long now) {
    return now - nanos > STALE_NANOS;
  }
}
