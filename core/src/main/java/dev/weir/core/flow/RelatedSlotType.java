package dev.weir.core.flow;

import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.chain.SlotType;
import org.jspecify.annotations.Nullable;

/** {@code flow} with {@code related}. */
public final class RelatedSlotType implements SlotType<RelatedRule> {

  @Override
  public Class<RelatedRule> ruleType() {
    return RelatedRule.class;
  }

  /** Before anything is counted: a call that matches both entries is not refused for itself. */
  @Override
  public Phase phase(RelatedRule rule) {
    return Phase.CHECK;
  }

  @Override
  public @Nullable Slot slot(RelatedRule rule, SlotContext context, @Nullable Slot before) {
    if (rule.limit().isUnlimited()) {
      return null;
    }
    SlidingWindow window =
        before instanceof RelatedFlowSlot earlier && earlier.counts(rule)
            ? earlier.window()
            : new SlidingWindow(
                context.ticker(), new Rate(Rate.MAX_CALLS, rule.limit().periodNanos()));
    return new RelatedFlowSlot(rule, context, window);
  }

  @Override
  public boolean sharesCounter(RelatedRule before, RelatedRule after) {
    return before.related().equals(after.related())
        && before.limit().periodNanos() == after.limit().periodNanos();
  }
}
