package dev.weir.core.window;

import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Calls that ran, since the start. Exact; cells are striped only under contention. */
final class CallCounters {

  final LongAdder passed = new LongAdder();
  private final LongAdder completed = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder slow = new LongAdder();
  private final LongAdder rtNanos = new LongAdder();

  void complete(long nanos, boolean failure, boolean slowness) {
    rtNanos.add(nanos);
    if (failure) {
      failed.increment();
    }
    if (slowness) {
      slow.increment();
    }
    // Last, so that whoever sees the call ended sees how.
    completed.increment();
  }

  /** What ended is read before what began, so that no call is seen to end without having begun. */
  CallTotals totals() {
    long ended = completed.sum();
    return new CallTotals(
        passed.sum(), Map.of(), 0, ended, failed.sum(), slow.sum(), rtNanos.sum());
  }
}
