package dev.weir.core;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one rule is doing, or one key of it.
 *
 * @param kind its key in the rule file, e.g. {@code breaker}
 * @param name its own, else its kind
 * @param key whose state it is; null for a rule that all calls share, and for the sum of all keys
 * @param mode in which it acts
 * @param state as its kind words it: texts, whole numbers and ratios
 */
public record RuleSnapshot(
    String kind, String name, @Nullable String key, Mode mode, Map<String, Object> state) {

  public RuleSnapshot {
    state = Collections.unmodifiableMap(new LinkedHashMap<>(state));
  }
}
