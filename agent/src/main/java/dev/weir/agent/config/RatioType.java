package dev.weir.agent.config;

/** {@code 70%} or {@code 0.7}: 0 to 1. */
final class RatioType extends ScalarType<Double> {

  /** From 0 to 1, as a regular expression. */
  static final String FORMS = "0*(100(\\.0+)?|[0-9]{1,2}(\\.[0-9]+)?)%|0*(1(\\.0+)?|0(\\.[0-9]+)?)";

  private final boolean mayBeZero;
  private final String whyNotZero;

  RatioType() {
    this(true, "");
  }

  private RatioType(boolean mayBeZero, String whyNotZero) {
    super("a ratio, e.g. 70% or 0.7,");
    this.mayBeZero = mayBeZero;
    this.whyNotZero = whyNotZero;
  }

  /** Of which something is at or above it only if there is something. */
  static RatioType aboveZero() {
    return aboveZero("which any number of calls reaches");
  }

  /** The same, with what is wrong with 0. */
  static RatioType aboveZero(String whyNotZero) {
    return new RatioType(false, whyNotZero);
  }

  @Override
  Double parse(String text, Node.Scalar written) {
    boolean percent = text.endsWith("%");
    Decimal number = Decimal.parse(percent ? text.substring(0, text.length() - 1) : text);
    if (number == null) {
      throw new IllegalArgumentException(
          "is not a ratio; write a percentage, or a number from 0 to 1");
    }
    double ratio = (double) number.digits() / number.divisor() / (percent ? 100 : 1);
    if (ratio > 1) {
      throw new IllegalArgumentException(
          "is out of range; a ratio is from 0 to 1, or 0 to 100 percent"
              + (percent || ratio > 100 ? "" : "; did you mean " + text + "%?"));
    }
    if (ratio == 0 && !mayBeZero) {
      throw new IllegalArgumentException("is out of range; it must be more than 0, " + whyNotZero);
    }
    return ratio;
  }

  @Override
  Shape shape() {
    return Shape.of("number", "string")
        .with(mayBeZero ? "minimum" : "exclusiveMinimum", 0)
        .with("maximum", 1)
        .matching(mayBeZero ? FORMS : "(?![0.]*%?$)(" + FORMS + ")");
  }
}
