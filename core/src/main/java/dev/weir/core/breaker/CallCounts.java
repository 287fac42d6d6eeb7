package dev.weir.core.breaker;

/** Sums over a {@link CallWindow}; of one thread. */
final class CallCounts {

  long total;
  long slow;
  long errors;

  void add(long total, long slow, long errors) {
    this.total += total;
    this.slow += slow;
    this.errors += errors;
  }
}
