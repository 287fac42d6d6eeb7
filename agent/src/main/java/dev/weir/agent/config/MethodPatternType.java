package dev.weir.agent.config;

import dev.weir.core.rules.MethodPattern;
import dev.weir.core.rules.ResourcePattern;

/** A method pattern where no other kind of name can stand: without its scheme. */
final class MethodPatternType extends NamePatternType<MethodPattern> {

  private static final String SCHEME = "method:";

  MethodPatternType() {
    super("a method pattern, e.g. com.acme.PriceService#query,");
  }

  @Override
  MethodPattern pattern(String text) {
    if (text.startsWith(SCHEME)) {
      throw new IllegalArgumentException(
          Quoted.of(text) + " names a method anyway here; leave out " + SCHEME);
    }
    try {
      return (MethodPattern) ResourcePattern.parse(SCHEME + text);
    } catch (IllegalArgumentException e) {
      // What the user wrote has no scheme.
      String fault = String.valueOf(e.getMessage()).replace('"' + SCHEME, "\"");
      throw new IllegalArgumentException(fault, e);
    }
  }

  @Override
  Shape shape() {
    return Shape.text("(?!method:)[^#]+#[^#]+");
  }
}
