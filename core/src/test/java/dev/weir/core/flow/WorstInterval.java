package dev.weir.core.flow;

/** The most of some instants in any half-open interval. */
final class WorstInterval {

  private WorstInterval() {}

  /** The instants ascend, and all lie within 292 years. */
  static int of(long[] instants, long period) {
    int most = 0;
    for (int first = 0, last = 0; last < instants.length; last++) {
      while (instants[last] - instants[first] >= period) {
        first++;
      }
      most = Math.max(most, last - first + 1);
    }
    return most;
  }
}
