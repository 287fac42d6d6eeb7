package dev.weir.agent.config;

import dev.weir.core.rules.OnBlock.Returned;

/**
 * What a method returns instead: a literal, or {@code empty}. Quoted, {@code "empty"} is a literal.
 */
final class ReturnType extends ScalarType<Returned> {

  ReturnType() {
    super("a literal or empty");
  }

  @Override
  Returned parse(String text, Node.Scalar written) {
    return new Returned(text, written.plain() && text.equals("empty"));
  }

  @Override
  Shape shape() {
    return Shape.of("string", "number", "boolean", "null");
  }
}
