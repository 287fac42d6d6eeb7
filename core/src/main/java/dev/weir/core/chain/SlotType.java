package dev.weir.core.chain;

import dev.weir.core.rules.Rule;
import org.jspecify.annotations.Nullable;

/**
 * Puts rules of one kind to work. A rule kind is a folder with its rule, its slot and this, and a
 * line in {@link SlotTypes}.
 *
 * @param <R> the rule
 */
public interface SlotType<R extends Rule> {

  /** When slots of a kind take, among all slots of a call. Those of one phase: as in the file. */
  enum Phase {
    /** Before all others what refuses a share of calls: none waits in a line to be one of them. */
    SHED,
    /** Then what reserves an instant to come, by {@link ReservingSlot}s; then the call waits. */
    RESERVE,
    /** Then what may wait itself: no more is held meanwhile, and all else is asked afterwards. */
    WAIT,
    /** Then what judges by the state of others, which may be what the next phase counts. */
    CHECK,
    /** Then what is counted when it is granted. */
    COUNT,
    /** Last what binds the call to a state that judges it. */
    BIND
  }

  Class<R> ruleType();

  Phase phase(R rule);

  /**
   * The slot of a rule.
   *
   * @param before the slot that this one replaces in a reload, whose state it goes on with; or null
   * @return null if the rule limits nothing
   */
  @Nullable Slot slot(R rule, SlotContext context, @Nullable Slot before);

  /** A call that takes longer is slow by this rule; what none reaches if it does not say. */
  default long slowNanos(R rule) {
    return Long.MAX_VALUE;
  }

  /**
   * How long a slot remembers a call that it has admitted, at most, in nanoseconds. A key that
   * moves to a slot of its own is judged by both for so long, unless the other becomes idle.
   */
  default long memoryNanos(R rule) {
    return Long.MAX_VALUE;
  }

  /**
   * Whether the counter of one rule can serve the other: of several rules without a name, such two
   * are taken for the same rule in a reload.
   */
  boolean sharesCounter(R before, R after);
}
