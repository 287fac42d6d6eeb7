package dev.weir.agent.config;

/** A whole number within bounds; always decimal, leading zeros or not. */
class IntegerType extends ScalarType<Integer> {

  private final int min;
  private final int max;

  /** Bounds, both allowed; neither is negative. */
  IntegerType(int min, int max) {
    this("a whole number", min, max);
  }

  IntegerType(String wanted, int min, int max) {
    super(wanted);
    this.min = min;
    this.max = max;
  }

  @Override
  Integer parse(String text, Node.Scalar written) {
    Decimal number = Decimal.parse(text);
    if (number == null || number.scale() > 0) {
      throw new IllegalArgumentException("is not a whole number; " + bounds());
    }
    if (number.digits() < min || number.digits() > max) {
      throw new IllegalArgumentException("is out of range; " + bounds());
    }
    return (int) number.digits();
  }

  @Override
  final String range() {
    return min + " to " + max;
  }

  /** How to write it right. */
  String bounds() {
    return "write " + range();
  }

  @Override
  Shape shape() {
    return Shape.integer(min, max);
  }
}
