package dev.weir.core.concurrency;

import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.chain.SlotType;
import org.jspecify.annotations.Nullable;

/** {@code concurrency}. */
public final class ConcurrencySlotType implements SlotType<ConcurrencyRule> {

  @Override
  public Class<ConcurrencyRule> ruleType() {
    return ConcurrencyRule.class;
  }

  @Override
  public Phase phase(ConcurrencyRule rule) {
    return Phase.WAIT;
  }

  @Override
  public @Nullable Slot slot(ConcurrencyRule rule, SlotContext context, @Nullable Slot before) {
    ConcurrencyLimiter limiter = null;
    if (before instanceof ConcurrencySlot earlier) {
      limiter = earlier.limiter();
      // Also to no limit: whoever waits is let in.
      limiter.change(rule.limit());
    }
    if (rule.max() == ConcurrencyRule.UNLIMITED) {
      return null;
    }
    if (limiter == null) {
      limiter = new ConcurrencyLimiter(context.ticker(), context.parking(), rule.limit());
    }
    return new ConcurrencySlot(rule, context, limiter);
  }

  /** Of an asynchronous call, to be exact: others may be inside for longer. */
  @Override
  public long memoryNanos(ConcurrencyRule rule) {
    return rule.maxHoldNanos();
  }

  /** Calls are counted alike under any numbers. */
  @Override
  public boolean sharesCounter(ConcurrencyRule before, ConcurrencyRule after) {
    return true;
  }
}
