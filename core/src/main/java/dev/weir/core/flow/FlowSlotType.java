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
    return Phase.COUNT;
  }

  @Override
  public @Nullable Slot slot(FlowRule rule, SlotContext context, @Nullable Slot before) {
    if (rule.limit().isUnlimited()) {
      return null;
    }
    FlowLimiter limiter;
    if (before instanceof FlowSlot earlier) {
      limiter = earlier.limiter();
      limiter.change(rule.limit());
    } else {
      limiter = new FlowLimiter(context.ticker(), rule.limit());
    }
    return new FlowSlot(rule, context, limiter);
  }

  @Override
  public long memoryNanos(FlowRule rule) {
    return rule.limit().isUnlimited() ? 0 : rule.limit().periodNanos();
  }

  @Override
  public boolean sharesCounter(FlowRule before, FlowRule after) {
    return before.limit().periodNanos() == after.limit().periodNanos();
  }
}
