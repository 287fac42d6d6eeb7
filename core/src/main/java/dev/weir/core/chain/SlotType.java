package dev.weir.core.chain;

import dev.weir.core.Ticker;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Rule;
import org.jspecify.annotations.Nullable;

/**
 * Puts rules of one kind to work. A rule kind is a folder with its rule, its slot and this, and a
 * line in {@link SlotTypes}.
 *
 * @param <R> the rule
 */
public interface SlotType<R extends Rule> {

  Class<R> ruleType();

  /**
   * The slot of a rule.
   *
   * @param before the slot that this one replaces in a reload, whose counters it goes on with; or
   *     null
   * @return null if the rule limits nothing
   */
  @Nullable Slot slot(R rule, Entry entry, Ticker ticker, @Nullable Slot before);

  /**
   * Whether the counter of one rule can serve the other: of several rules without a name, such two
   * are taken for the same rule in a reload.
   */
  boolean sharesCounter(R before, R after);
}
