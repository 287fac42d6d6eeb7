package dev.weir.agent.config;

/** A whole number within bounds, or {@code unlimited}. */
class CountType extends IntegerType {

  private final int max;
  private final int unlimited;

  /**
   * @param max the largest that is allowed; the smallest is 0
   * @param unlimited what {@code unlimited} is read as
   */
  CountType(int max, int unlimited) {
    super("a whole number or unlimited", 0, max);
    this.max = max;
    this.unlimited = unlimited;
  }

  @Override
  Integer parse(String text, Node.Scalar written) {
    return text.equals("unlimited") ? (Integer) unlimited : super.parse(text, written);
  }

  @Override
  String bounds() {
    return super.bounds() + ", or unlimited";
  }

  @Override
  Shape shape() {
    return Shape.integer(0, max, "unlimited");
  }
}
