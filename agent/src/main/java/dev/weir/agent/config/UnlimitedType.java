package dev.weir.agent.config;

/** The word {@code unlimited}, where a mapping may stand instead. */
final class UnlimitedType extends ScalarType<Boolean> {

  private final String instead;

  /**
   * @param instead an example of the mapping
   */
  UnlimitedType(String instead) {
    super("unlimited");
    this.instead = instead;
  }

  @Override
  Boolean parse(String text, Node.Scalar written) {
    if (text.equals("unlimited")) {
      return Boolean.TRUE;
    }
    throw new IllegalArgumentException(
        "is unknown; write unlimited, or a mapping, e.g. " + instead);
  }

  @Override
  Shape shape() {
    return Shape.oneOf("unlimited");
  }
}
