package dev.weir.agent.config;

/** The version of the format. */
final class FormatType extends ScalarType<Integer> {

  FormatType() {
    super("the version of the format, 1,");
  }

  @Override
  Integer parse(String text, Node.Scalar written) {
    if (text.equals("1")) {
      return 1;
    }
    throw new IllegalArgumentException(
        "is not a format that this version of Weir understands; it understands 1");
  }

  @Override
  Shape shape() {
    return Shape.oneOf(1, "1");
  }
}
