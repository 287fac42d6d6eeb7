package dev.weir.core.chain;

/** Sums over {@link CallCounters}; of one thread. */
final class CallTotals {
  long passed;
  long completed;
  long failed;
  long rtNanos;
}
