package dev.weir.agent.config;

/** A whole number within bounds, or {@code unlimited}. */
final class CountType extends ScalarType<Integer> {

  private final int max;
  private final int unlimited;

  /**
   * @param max the largest that is allowed; the smallest is 0
   * @param unlimited what {@code unlimited} is read as
   */
  CountType(int max, int unlimited) {
    super("a whole number or unlimited");
    this.max = max;
    this.unlimited = unlimited;
  }

  @Override
  Integer parse(String text, Node.Scalar written) {
    if (text.equals("unlimited")) {
      return unlimited;
    }
    Decimal number = Decimal.parse(text);
    if (number == null || number.scale() > 0) {
      throw new IllegalArgumentException("is not a whole number; " + bounds());
    }
    if (number.digits() > max) {
      throw new IllegalArgumentException("is out of range; " + bounds());
    }
    return (int) number.digits();
  }

  @Override
  String range() {
    return "0 to " + max;
  }

  private String bounds() {
    return "write " + range() + ", or unlimited";
  }
}
