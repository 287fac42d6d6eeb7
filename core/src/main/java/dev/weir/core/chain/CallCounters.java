package dev.weir.core.chain;

import java.util.concurrent.atomic.LongAdder;

/** Calls that ran. Totals are exact; cells are striped only under contention. */
final class CallCounters {

  private final LongAdder passed = new LongAdder();
  private final LongAdder completed = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder rtNanos = new LongAdder();

  void pass() {
    passed.increment();
  }

  void complete(long nanos, boolean failure) {
    rtNanos.add(nanos);
    if (failure) {
      failed.increment();
    }
    // Last, so that whoever sees the call ended sees how.
    completed.increment();
  }

  /** What ended is read before what began, so that no call is seen to end without having begun. */
  void addTo(CallTotals totals) {
    totals.completed += completed.sum();
    totals.passed += passed.sum();
    totals.failed += failed.sum();
    totals.rtNanos += rtNanos.sum();
  }
}
