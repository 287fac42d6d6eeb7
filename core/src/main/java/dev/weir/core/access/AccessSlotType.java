package dev.weir.core.access;

import dev.weir.core.chain.AskingSlot;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.chain.SlotType;
import org.jspecify.annotations.Nullable;

/** {@code access}. */
public final class AccessSlotType implements SlotType<AccessRule> {

  @Override
  public Class<AccessRule> ruleType() {
    return AccessRule.class;
  }

  /** It takes nothing: it refuses when slots are looked at, before all that take. */
  @Override
  public Phase phase(AccessRule rule) {
    return Phase.COUNT;
  }

  @Override
  public AskingSlot slot(AccessRule rule, SlotContext context, @Nullable Slot before) {
    return new AccessSlot(rule, context);
  }

  @Override
  public boolean sharesCounter(AccessRule before, AccessRule after) {
    return true;
  }
}
