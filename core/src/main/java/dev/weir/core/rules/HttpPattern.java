package dev.weir.core.rules;

import dev.weir.core.Kind;

/** {@code http:<METHOD> <host[:port]><path template>}. */
public record HttpPattern(String text) implements ResourcePattern {
  @Override
  public Kind kind() {
    return Kind.HTTP;
  }
}
