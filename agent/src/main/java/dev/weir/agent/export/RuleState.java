package dev.weir.agent.export;

import dev.weir.core.RuleSnapshot;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One rule, or one key of it, as JMX shows it. */
public final class RuleState {

  private final RuleSnapshot rule;

  RuleState(RuleSnapshot rule) {
    this.rule = rule;
  }

  /** Its key in the rule file. */
  public String getKind() {
    return rule.kind();
  }

  /** Its own name, else its kind. */
  public String getName() {
    return rule.name();
  }

  /** Whose state it is; null for a rule that all calls share, and for the sum of all keys. */
  public @Nullable String getKey() {
    return rule.key();
  }

  public String getMode() {
    return rule.mode().name().toLowerCase(Locale.ROOT);
  }

  /** By words, e.g. {@code state} of a breaker, {@code inside} of a limit on concurrency. */
  public Map<String, String> getState() {
    Map<String, String> state = new LinkedHashMap<>();
    for (Map.Entry<String, Object> word : rule.state().entrySet()) {
      state.put(word.getKey(), String.valueOf(word.getValue()));
    }
    return state;
  }
}
