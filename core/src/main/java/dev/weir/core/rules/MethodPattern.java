package dev.weir.core.rules;

import dev.weir.core.Kind;

/** {@code method:<class>#<method>[(types)]}. */
public record MethodPattern(String text) implements ResourcePattern {
  @Override
  public Kind kind() {
    return Kind.METHOD;
  }
}
