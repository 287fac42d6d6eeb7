package dev.weir.core.rules;

import dev.weir.core.Mode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What all rules of an entry have in common. Implementations are records: equal means unchanged.
 */
public interface Rule {

  /** The rule's own name, or null where the file gives none. */
  @Nullable String name();

  /** What users see: the name, else the kind. */
  default String display() {
    String name = name();
    return name != null ? name : kind();
  }

  /** The rule's own mode, or null where that of its entry holds. */
  @Nullable Mode mode();

  /** What the rule counts for each value by itself, or null: all calls share its counters. */
  @Nullable Keying keying();

  /** Whether it depends on who is calling. */
  default boolean asksCaller() {
    Keying keying = keying();
    return keying != null && keying.asksCaller();
  }

  /** Its key in the rule file, e.g. {@code flow}. */
  String kind();

  /** What distinguishes it from others of its kind, key by key as the rule file words it. */
  Map<String, String> settings();
}
