package dev.weir.agent.config;

import dev.weir.core.BlockReason;
import dev.weir.core.Mode;
import dev.weir.core.rules.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the rules of one kind are written: a subclass a kind, and a line in {@link Schema#RULES}. */
abstract class RuleKeys {

  final Section section;
  final Key<List<Values>> key;
  final Key<String> name;
  final Key<Mode> mode;
  final BlockReason reason;

  /**
   * @param wanted how such a rule is written, with an article
   * @param meaning in a few words
   */
  RuleKeys(BlockReason reason, String wanted, String meaning) {
    this(reason, wanted, meaning, true);
  }

  /**
   * @param several whether an entry may have a list of them
   */
  RuleKeys(BlockReason reason, String wanted, String meaning, boolean several) {
    this.reason = reason;
    this.section = new Section(reason.key(), wanted);
    this.name = section.key("name", new NameType(), "of the rule, in logs and metrics");
    this.mode = section.key("mode", new ModeType(), "of this rule alone");
    ListType<Values> type = several ? ListType.oneOrMore(section) : ListType.justOne(section);
    this.key = Schema.RESOURCE.key(reason.key(), type, meaning);
  }

  /** Checks what a rule says of other parts of the file. */
  void check(Values written, Values entry, Values file, Reading reading) {}

  /** The rule, or null where something of it is wrong, which has been reported. */
  abstract @Nullable Rule rule(Values values, Reading reading);
}
