package dev.weir.core.flow;

import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.chain.SlotType;
import org.jspecify.annotations.Nullable;

/** {@code flow}. */
public final class FlowSlotType implements SlotType<FlowRule> {

  @Override
  public Class<FlowRule> ruleType() {
    return FlowRule.class;
  }

  @Override
  public Phase phase(FlowRule rule) {
    return rule.pacing() != null && rule.pacing().waits() ? Phase.RESERVE : Phase.COUNT;
  }

  @Override
  public @Nullable Slot slot(FlowRule rule, SlotContext context, @Nullable Slot before) {
    if (rule.limit().isUnlimited()) {
      return null;
    }
    FlowLimiter limiter;
    if (before instanceof FlowSlot earlier) {
      limiter = earlier.limiter;
      limiter.change(rule);
    } else {
      limiter = new FlowLimiter(context.ticker(), rule);
    }
    Pacing pacing = rule.pacing();
    if (pacing == null) {
      return new WindowSlot(rule, context, limiter);
    }
    return pacing.waits()
        ? new PacedSlot(rule, context, limiter, pacing)
        : new BucketSlot(rule, context, limiter, pacing.burst());
  }

  @Override
  public long memoryNanos(FlowRule rule) {
    if (rule.limit().isUnlimited()) {
      return 0;
    }
    Pacing pacing = rule.pacing();
    WarmUp warmUp = rule.warmUp();
    long used =
        pacing == null
            ? rule.limit().periodNanos()
            : pacing.burst() * rule.limit().spacingNanos() + pacing.maxWaitNanos();
    if (warmUp == null) {
      return used;
    }
    long most = (Long.MAX_VALUE - warmUp.nanos()) / warmUp.coldFactor();
    return Math.min(used, most) * warmUp.coldFactor() + warmUp.nanos();
  }

  /** One of the same period, or one that spaces calls as the other does. */
  @Override
  public boolean sharesCounter(FlowRule before, FlowRule after) {
    return (before.pacing() == null) == (after.pacing() == null)
        && before.limit().periodNanos() == after.limit().periodNanos();
  }
}
