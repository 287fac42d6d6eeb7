package dev.weir.core.window;

import dev.weir.core.BlockReason;
import java.util.EnumMap;
import java.util.Map;

/** Sums up what stripes counted in some buckets. Of one thread. */
final class WindowSum {

  private final long[] sums = new long[Stripe.COUNTERS];
  private long completed;
  private long rtUnits;
  private long rtMin = Long.MAX_VALUE;

  /** Adds the buckets from {@code from} to {@code to}, that one included. */
  void add(Stripe stripe, long from, long to) {
    for (int counter = 0; counter < Stripe.COUNTERS; counter++) {
      if (stripe.counters.isUnused(counter)) {
        continue;
      }
      for (long bucket = from; bucket <= to; bucket++) {
        add(counter, stripe.counters.value(counter, bucket));
      }
    }
  }

  private void add(int counter, long value) {
    if (counter == Stripe.ENDED) {
      completed += EpochWord.number(value);
      rtUnits += EpochWord.amount(value);
    } else if (counter == Stripe.RT_MIN) {
      rtMin = value == 0 ? rtMin : Math.min(rtMin, value - 1);
    } else {
      sums[counter] += value;
    }
  }

  WindowTotals totals(long spanNanos) {
    Map<BlockReason, Long> blocked = new EnumMap<>(BlockReason.class);
    for (BlockReason reason : BlockReason.values()) {
      blocked.put(reason, sums[Stripe.blocked(reason)]);
    }
    CallTotals calls =
        new CallTotals(
            sums[Stripe.PASSED],
            blocked,
            sums[Stripe.WOULD_BLOCK],
            completed + sums[Stripe.ENDED_MORE],
            sums[Stripe.FAILED],
            sums[Stripe.SLOW],
            Stripe.toNanos(rtUnits + sums[Stripe.RT_MORE]));
    long min = rtMin == Long.MAX_VALUE ? -1 : Stripe.toNanos(rtMin);
    return new WindowTotals(spanNanos, calls, min);
  }
}
