package dev.weir.agent.config;

/** The name of a header of a request. */
final class HeaderNameType extends ScalarType<String> {

  HeaderNameType() {
    super("the name of a header");
  }

  @Override
  String parse(String text, Node.Scalar written) {
    if (!HttpText.isToken(text)) {
      throw new IllegalArgumentException("is not the name of a header; write e.g. X-Forwarded-For");
    }
    return text;
  }

  @Override
  Shape shape() {
    return Shape.scalar().matching(Shape.TOKEN);
  }
}
