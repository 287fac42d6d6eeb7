package dev.weir.agent.config;

/** A number above 0: {@code 4.0}. */
final class DecimalType extends ScalarType<Double> {

  DecimalType() {
    super("a number, e.g. 4.0,");
  }

  @Override
  Double parse(String text, Node.Scalar written) {
    Decimal number = Decimal.parse(text);
    if (number == null) {
      throw new IllegalArgumentException("is not a number; write e.g. 4 or 2.5");
    }
    if (number.digits() == 0) {
      throw new IllegalArgumentException("is out of range; it must be more than 0");
    }
    return (double) number.digits() / number.divisor();
  }

  @Override
  Shape shape() {
    return Shape.of("number", "string")
        .with("exclusiveMinimum", 0)
        .matching("(?![0.]*$)[0-9]+(\\.[0-9]+)?");
  }
}
