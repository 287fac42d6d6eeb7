package dev.weir.core.chain;

import dev.weir.core.access.AccessSlotType;
import dev.weir.core.breaker.BreakerSlotType;
import dev.weir.core.concurrency.ConcurrencySlotType;
import dev.weir.core.flow.FlowSlotType;
import dev.weir.core.flow.RelatedSlotType;
import dev.weir.core.rules.Rule;
import dev.weir.core.system.SystemSlotType;
import java.util.List;

/** The one list of rule kinds. The order is the order in which the rules of an entry are asked. */
final class SlotTypes {

  private static final List<SlotType<?>> ALL =
      List.of(
          new SystemSlotType(),
          new AccessSlotType(),
          new BreakerSlotType(),
          new FlowSlotType(),
          new RelatedSlotType(),
          new ConcurrencySlotType());

  private SlotTypes() {}

  static int count() {
    return ALL.size();
  }

  /** Position of the type that puts {@code rule} to work. */
  static int position(Rule rule) {
    for (int i = 0; i < ALL.size(); i++) {
      if (ALL.get(i).ruleType() == rule.getClass()) {
        return i;
      }
    }
    throw new IllegalArgumentException("no slot for a rule of " + rule.getClass());
  }

  /** The type that puts {@code rule} to work. */
  static SlotType<Rule> of(Rule rule) {
    return at(position(rule));
  }

  /** The type at {@code position}, for rules that have this position. */
  @SuppressWarnings("unchecked") // position() compared the class with ruleType()
  static SlotType<Rule> at(int position) {
    return (SlotType<Rule>) ALL.get(position);
  }
}
