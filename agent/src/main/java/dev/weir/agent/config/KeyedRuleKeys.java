package dev.weir.agent.config;

import dev.weir.core.BlockReason;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Rule;
import org.jspecify.annotations.Nullable;

/** How rules are written that can count for each value by itself. */
abstract class KeyedRuleKeys extends RuleKeys {

  final KeyingKeys keying;

  /** What {@code overrides} may say of a value: the limits, which replace those of the rule. */
  final Section limits;

  KeyedRuleKeys(BlockReason reason, String wanted, String wantedOfAValue, String meaning) {
    super(reason, wanted, meaning);
    this.limits = new Section(reason.key(), wantedOfAValue).withoutRequired();
    this.keying = new KeyingKeys(section, limits);
  }

  /** A key of a rule that a value may have otherwise. */
  final <T> Key<T> limit(String name, Type<T> type, String meaning) {
    return shared(section.key(name, type, meaning));
  }

  final <T> Key<T> shared(Key<T> key) {
    limits.including(key);
    return key;
  }

  /** What holds for a value that has limits of its own. */
  Values override(Values written, Values rule) {
    return written.over(rule);
  }

  @Override
  final @Nullable Rule rule(Values values, Reading reading) {
    return rule(values, null, reading);
  }

  /**
   * The rule, or null where something of it is wrong, which has been reported.
   *
   * @param values of the rule; those of a value of its {@code overrides} have what is not written
   *     there from the rule
   */
  abstract @Nullable Rule rule(Values values, @Nullable Keying keying, Reading reading);

  /** What of a rule has no effect. Not asked for values of {@code overrides}. */
  abstract void warn(Values values, Reading reading);
}
