package dev.weir.core.rules;

import dev.weir.core.Kind;

/**
 * {@code http:<METHOD> <host[:port]><path template>}.
 *
 * @param method upper-case, or {@code *}
 * @param host lower-case, {@code *} for any text, dots included
 * @param port -1 for every port
 */
public record HttpPattern(String text, String method, String host, int port, PathPattern path)
    implements ResourcePattern {

  @Override
  public Kind kind() {
    return Kind.HTTP;
  }

  @Override
  public boolean hasWildcard() {
    return PatternSyntax.isAny(method) || Glob.isGlob(host) || path.hasWildcard();
  }
}
