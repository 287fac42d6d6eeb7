package dev.weir.core.rules;

import dev.weir.core.Kind;

/** {@code web:<METHOD> <path template>}. */
public record WebPattern(String text) implements ResourcePattern {
  @Override
  public Kind kind() {
    return Kind.WEB;
  }
}
