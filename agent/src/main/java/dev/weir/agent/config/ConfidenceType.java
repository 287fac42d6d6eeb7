package dev.weir.agent.config;

/** {@code 95%} or {@code 0.95}, two-sided and between 0 and 1; {@code none} is read as 0. */
final class ConfidenceType extends ScalarType<Double> {

  static final double NONE = 0;

  private static final String HOW =
      "is not a confidence; write more than 0% and less than 100%, e.g. 95%, or none";

  private static final RatioType RATIO = new RatioType();

  ConfidenceType() {
    super("a confidence, e.g. 95% or none,");
  }

  @Override
  Double parse(String text, Node.Scalar written) {
    if (text.equals("none")) {
      return NONE;
    }
    double confidence = ratio(text, written);
    // Half of what is left lies on either side: it must not vanish in a double.
    if (confidence == 0 || (1 + confidence) / 2 == 1) {
      throw new IllegalArgumentException(HOW);
    }
    return confidence;
  }

  private static double ratio(String text, Node.Scalar written) {
    try {
      return RATIO.parse(text, written);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(HOW, e);
    }
  }

  @Override
  Shape shape() {
    return Shape.of("number", "string")
        .with("exclusiveMinimum", 0)
        .with("exclusiveMaximum", 1)
        .matching(RatioType.FORMS + "|none");
  }
}
