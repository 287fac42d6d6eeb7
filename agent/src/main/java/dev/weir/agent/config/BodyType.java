package dev.weir.agent.config;

/** The body of a response. */
final class BodyType extends ScalarType<String> {

  static final int MAX_LENGTH = 65_536;

  BodyType() {
    super("text");
  }

  @Override
  String parse(String text, Node.Scalar written) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("is too long; at most " + MAX_LENGTH + " characters");
    }
    return text;
  }

  @Override
  Shape shape() {
    return Shape.scalar().with("maxLength", MAX_LENGTH);
  }
}
