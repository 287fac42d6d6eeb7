package dev.weir.core.rules;

import dev.weir.core.Kind;

/**
 * {@code web:<METHOD> <path template>}.
 *
 * @param method upper-case, or {@code *}
 */
public record WebPattern(String text, String method, PathPattern path) implements ResourcePattern {

  @Override
  public Kind kind() {
    return Kind.WEB;
  }

  @Override
  public boolean hasWildcard() {
    return PatternSyntax.isAny(method) || path.hasWildcard();
  }
}
