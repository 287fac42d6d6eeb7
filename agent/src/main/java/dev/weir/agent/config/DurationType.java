package dev.weir.agent.config;

import dev.weir.core.rules.DurationText;

/** {@code 250ms}, {@code 10s}, {@code 1.5h}: nanoseconds within bounds. */
final class DurationType extends ScalarType<Long> {

  static final String HOW = "write a number and a unit (ns, us, ms, s, m, h, d), e.g. 250ms";

  private final long min;
  private final long max;

  /** Bounds as the rule file would word them, both allowed. */
  static DurationType between(String min, String max) {
    return new DurationType(nanos(min), nanos(max));
  }

  /** Bounds in nanoseconds, both allowed. */
  DurationType(long min, long max) {
    super("a duration, e.g. 250ms or 10s,");
    this.min = min;
    this.max = max;
  }

  @Override
  Long parse(String text, Node.Scalar written) {
    long nanos = nanos(text);
    if (nanos < 0) {
      boolean bare = Decimal.parse(text) != null;
      throw new IllegalArgumentException(
          bare ? "has no unit; " + text + "ms or " + text + "s?" : "is not a duration; " + HOW);
    }
    if (nanos < min || nanos > max) {
      throw new IllegalArgumentException(
          "is out of range; it must be between "
              + DurationText.of(min)
              + " and "
              + DurationText.of(max));
    }
    return nanos;
  }

  @Override
  String range() {
    return DurationText.of(min) + " to " + DurationText.of(max);
  }

  /**
   * Nanoseconds, {@code Long.MAX_VALUE} for more than a {@code long} holds, -1 for what is not a
   * duration of whole nanoseconds.
   */
  static long nanos(String text) {
    int unitAt = text.length();
    while (unitAt > 0 && text.charAt(unitAt - 1) >= 'a' && text.charAt(unitAt - 1) <= 'z') {
      unitAt--;
    }
    Decimal number = Decimal.parse(text.substring(0, unitAt));
    long unit = DurationText.unitNanos(text.substring(unitAt));
    if (number == null || unit < 0) {
      return -1;
    }
    long product = number.digits() * unit;
    if (Math.multiplyHigh(number.digits(), unit) != 0 || product < 0) {
      return Long.MAX_VALUE;
    }
    return product % number.divisor() == 0 ? product / number.divisor() : -1;
  }

  @Override
  Shape shape() {
    return Shape.text(Shape.DECIMAL + "(ns|us|ms|s|m|h|d)");
  }
}
