package dev.weir.agent.config;

import dev.weir.core.flow.Rate;
import dev.weir.core.rules.DurationText;
import java.util.Locale;

/** {@code 500/s}, {@code 1000/10s}, {@code 0.5/s}, {@code unlimited}. */
final class RateType extends ScalarType<Rate> {

  /** Shorter periods have no meaning to a JVM that pauses for longer. */
  static final long MIN_PERIOD_NANOS = 1_000_000;

  static final long MAX_PERIOD_NANOS = 30 * 86_400_000_000_000L;

  private static final long SECOND = 1_000_000_000;

  private static final String NOT_A_RATE =
      "is not a rate; write <number>/<period>, e.g. 500/s, 3000/m, 1000/10s";

  RateType() {
    super("a rate, e.g. 500/s,");
  }

  @Override
  Rate parse(String text, Node.Scalar written) {
    if (text.equals("unlimited")) {
      return new Rate(Rate.UNLIMITED, SECOND);
    }
    int slash = text.indexOf('/');
    Decimal number = slash < 0 ? null : Decimal.parse(text.substring(0, slash));
    long period = slash < 0 ? -1 : periodNanos(text.substring(slash + 1));
    if (number == null || period < 0) {
      throw new IllegalArgumentException(complaint(text, slash));
    }
    checkPeriod(period, "has a period");
    return rate(number, period);
  }

  /** A number alone, and periods in words, have one meaning only. */
  private static String complaint(String text, int slash) {
    String number = slash < 0 ? text : text.substring(0, slash);
    String unit = slash < 0 ? "s" : unit(text.substring(slash + 1));
    return Decimal.parse(number) == null || unit.isEmpty()
        ? NOT_A_RATE
        : "is not a rate; did you mean " + number + '/' + unit + '?';
  }

  private static String unit(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "sec", "secs", "second", "seconds" -> "s";
      case "min", "mins", "minute", "minutes" -> "m";
      case "hour", "hours" -> "h";
      case "day", "days" -> "d";
      default -> "";
    };
  }

  /** {@code s} is {@code 1s}. */
  private static long periodNanos(String period) {
    boolean unitAlone = !period.isEmpty() && period.charAt(0) >= 'a' && period.charAt(0) <= 'z';
    return DurationType.nanos(unitAlone ? "1" + period : period);
  }

  /** A fraction is reduced: n/d calls in a period are n calls in d periods. */
  private static Rate rate(Decimal number, long period) {
    long divisor = number.divisor();
    long common = gcd(number.digits(), divisor);
    long calls = number.digits() / common;
    long periods = divisor / common;
    if (calls > Rate.MAX_CALLS) {
      throw new IllegalArgumentException(
          "is too much; at most " + Rate.MAX_CALLS + " calls in a period, or unlimited");
    }
    boolean overflows = Math.multiplyHigh(period, periods) != 0 || period * periods < 0;
    long reduced = overflows ? Long.MAX_VALUE : period * periods;
    checkPeriod(reduced, periods == 1 ? "has a period" : "reduced to whole calls has a period");
    return new Rate(calls, reduced);
  }

  private static void checkPeriod(long nanos, String what) {
    if (nanos < MIN_PERIOD_NANOS || nanos > MAX_PERIOD_NANOS) {
      throw new IllegalArgumentException(
          what
              + " out of range; it must be between "
              + DurationText.of(MIN_PERIOD_NANOS)
              + " and "
              + DurationText.of(MAX_PERIOD_NANOS));
    }
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  @Override
  Shape shape() {
    return Shape.text(
        Shape.DECIMAL
            + "/(("
            + Shape.DECIMAL
            + ")?(ms|s|m|h|d)|"
            + Shape.DECIMAL
            + "(us|ns))|unlimited");
  }
}
