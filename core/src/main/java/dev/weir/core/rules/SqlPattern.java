package dev.weir.core.rules;

import dev.weir.core.Kind;

/** {@code sql:<database> <VERB> <table>}. */
public record SqlPattern(String text) implements ResourcePattern {
  @Override
  public Kind kind() {
    return Kind.SQL;
  }
}
