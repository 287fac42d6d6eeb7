package dev.weir.core.rules;

import java.util.List;

/**
 * Which doors are open.
 *
 * @param methods patterns without rules of their own; those that entries name are not repeated here
 * @param exclude class name patterns that are never instrumented
 */
public record Instrument(
    boolean web, boolean http, boolean sql, List<MethodPattern> methods, List<String> exclude) {

  public static final Instrument DEFAULT = new Instrument(true, true, true, List.of(), List.of());

  public Instrument {
    methods = List.copyOf(methods);
    exclude = List.copyOf(exclude);
  }
}
