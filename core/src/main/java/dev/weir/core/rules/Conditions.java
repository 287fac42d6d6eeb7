package dev.weir.core.rules;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * For which of the calls that its patterns match an entry holds. All that is given must be so.
 *
 * @param caller who must be calling, or null for anybody
 * @param from inbound requests, one of which the call must serve; none for any call
 * @param when values that the request must have; none for any request
 */
public record Conditions(
    @Nullable Callers caller, List<ResourcePattern> from, List<RequestValue> when) {

  /** It holds for all of them. */
  public static final Conditions NONE = new Conditions(null, List.of(), List.of());

  public Conditions {
    from = List.copyOf(from);
    when = List.copyOf(when);
  }

  /** As the rule file words it: {@code caller app-a, other from web:POST /checkout}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (caller != null) {
      text.append("caller ").append(caller);
    }
    for (int i = 0; i < from.size(); i++) {
      text.append(i > 0 ? ", " : text.length() == 0 ? "from " : " from ");
      text.append(from.get(i).text());
    }
    for (int i = 0; i < when.size(); i++) {
      text.append(i > 0 ? ", " : text.length() == 0 ? "when " : " when ");
      text.append(when.get(i));
    }
    return text.toString();
  }

  /** Whether it holds for all of them. */
  public boolean isEmpty() {
    return caller == null && from.isEmpty() && when.isEmpty();
  }

  /**
   * Those who may be calling.
   *
   * @param names of them, in the order of the file
   * @param other also all callers that no entry with the same patterns names, and calls that name
   *     no caller
   */
  public record Callers(Set<String> names, boolean other) {

    /** As the rule file words it: {@code app-a, other}. */
    @Override
    public String toString() {
      String named = String.join(", ", new TreeSet<>(names)); // the same in any order
      return !other ? named : named.isEmpty() ? "other" : named + ", other";
    }

    public Callers {
      names = java.util.Collections.unmodifiableSet(new java.util.LinkedHashSet<>(names));
    }
  }
}
