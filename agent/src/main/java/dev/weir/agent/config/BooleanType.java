package dev.weir.agent.config;

/** {@code true} or {@code false}, and nothing that YAML 1.1 takes for them. */
final class BooleanType extends ScalarType<Boolean> {

  BooleanType() {
    super("true or false");
  }

  @Override
  Boolean parse(String text, Node.Scalar written) {
    if (text.equals("true")) {
      return Boolean.TRUE;
    }
    if (text.equals("false")) {
      return Boolean.FALSE;
    }
    throw new IllegalArgumentException("is not a boolean; write true or false");
  }

  @Override
  Shape shape() {
    return Shape.of("boolean", "string").matching("true|false");
  }
}
