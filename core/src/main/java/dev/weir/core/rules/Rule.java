package dev.weir.core.rules;

import dev.weir.core.Mode;
import org.jspecify.annotations.Nullable;

/**
 * What all rules of an entry have in common. Implementations are records: equal means unchanged.
 */
public interface Rule {

  /** The rule's own name, or null where the file gives none. */
  @Nullable String name();

  /** The rule's own mode, or null where that of its entry holds. */
  @Nullable Mode mode();
}
