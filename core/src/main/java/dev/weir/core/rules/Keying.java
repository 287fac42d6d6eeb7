package dev.weir.core.rules;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How a rule counts for each value by itself.
 *
 * @param per what tells calls apart; at least one
 * @param overrides the rules of single values, of the kind of the rule and without a keying of
 *     their own; where {@code per} has several parts, by a {@link KeyPattern} of as many as text
 * @param absent what a call without a value gets
 * @param maxKeys values that have counters of their own at a time, at least 1
 */
public record Keying(List<KeyPart> per, Map<String, Rule> overrides, Absent absent, int maxKeys) {

  public static final int DEFAULT_MAX_KEYS = 10_000;

  public Keying {
    per = List.copyOf(per);
    overrides = Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
    if (per.isEmpty() || maxKeys < 1) {
      throw new IllegalArgumentException("no parts, or no keys: " + per + ", " + maxKeys);
    }
  }

  /** Whether callers are told apart. */
  boolean asksCaller() {
    for (KeyPart part : per) {
      if (part.source() == KeyPart.Source.CALLER) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds what distinguishes it from others, key by key as the rule file words it. Of an override
   * that is what differs from the rule.
   */
  void addTo(Map<String, String> settings, Rule rule) {
    settings.put("per", per.size() == 1 ? per.get(0).toString() : per.toString());
    if (absent != Absent.SHARED) {
      settings.put("absent", absent.name().toLowerCase(Locale.ROOT));
    }
    if (maxKeys != DEFAULT_MAX_KEYS) {
      settings.put("max-keys", Integer.toString(maxKeys));
    }
    Map<String, String> ofRule = rule.settings();
    for (Map.Entry<String, Rule> override : overrides.entrySet()) {
      String prefix = "overrides." + override.getKey();
      boolean differs = false;
      for (Map.Entry<String, String> setting : override.getValue().settings().entrySet()) {
        if (!setting.getValue().equals(ofRule.get(setting.getKey()))) {
          settings.put(prefix + '.' + setting.getKey(), setting.getValue());
          differs = true;
        }
      }
      if (!differs) {
        settings.put(prefix, "as the rule");
      }
    }
  }

  /** What a call without a value gets. */
  public enum Absent {
    /** It shares counters with all others of that kind. */
    SHARED,
    /** The rule does not hold for it. */
    ADMIT,
    /** It is refused. */
    REFUSE
  }
}
