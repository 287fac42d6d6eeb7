package dev.weir.core.access;

import dev.weir.core.Mode;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Rule;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which callers may call.
 *
 * @param callers that are named, at least one
 * @param verdict on these; the others get the other one
 */
public record AccessRule(
    @Nullable String name, @Nullable Mode mode, OnNamed verdict, Set<String> callers)
    implements Rule {

  /** What becomes of the callers that a rule names. */
  public enum OnNamed {
    /** Only they may call: whoever is not known may not. */
    ALLOW,
    /** All others may call: whoever is not known may. */
    DENY;

    private final String key = name().toLowerCase(Locale.ROOT);

    /** Its key in the rule file. */
    public String key() {
      return key;
    }
  }

  public AccessRule {
    callers = Collections.unmodifiableSet(new LinkedHashSet<>(callers)); // as the file has them
    if (callers.isEmpty()) {
      throw new IllegalArgumentException("names no caller");
    }
  }

  /**
   * Whether a caller may call.
   *
   * @param caller null where it is not known
   */
  boolean admits(@Nullable String caller) {
    boolean named = caller != null && callers.contains(caller);
    return named == (verdict == OnNamed.ALLOW);
  }

  @Override
  public @Nullable Keying keying() {
    return null; // it counts nothing
  }

  @Override
  public boolean asksCaller() {
    return true;
  }

  @Override
  public String kind() {
    return "access";
  }

  @Override
  public Map<String, String> settings() {
    return Map.of(verdict.key(), callers.toString());
  }
}
