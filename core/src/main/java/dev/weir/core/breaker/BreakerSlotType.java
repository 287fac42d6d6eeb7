package dev.weir.core.breaker;

import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.chain.SlotType;
import org.jspecify.annotations.Nullable;

/** {@code breaker}. */
public final class BreakerSlotType implements SlotType<BreakerRule> {

  @Override
  public Class<BreakerRule> ruleType() {
    return BreakerRule.class;
  }

  @Override
  public Phase phase(BreakerRule rule) {
    return Phase.BIND;
  }

  @Override
  public Slot slot(BreakerRule rule, SlotContext context, @Nullable Slot before) {
    return before instanceof BreakerSlot earlier
        ? new BreakerSlot(rule, context, earlier)
        : new BreakerSlot(rule, context);
  }

  /** What it remembers of calls that ended; one that is inside does not count yet. */
  @Override
  public long memoryNanos(BreakerRule rule) {
    return BreakerSettings.memoryNanos(rule);
  }

  @Override
  public long slowNanos(BreakerRule rule) {
    return rule.slowCallNanos() > 0 ? rule.slowCallNanos() : Long.MAX_VALUE;
  }

  /** Those of one condition: the counter is what the condition is about. */
  @Override
  public boolean sharesCounter(BreakerRule before, BreakerRule after) {
    return (before.slowCallNanos() > 0) == (after.slowCallNanos() > 0)
        && Double.isNaN(before.errorRatio()) == Double.isNaN(after.errorRatio())
        && (before.errorCount() > 0) == (after.errorCount() > 0);
  }
}
