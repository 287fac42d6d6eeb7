package dev.weir.agent.config;

import org.jspecify.annotations.Nullable;

/**
 * A number as written: {@code digits / 10^scale}. Exact, unlike a {@code double}, and cheaper to
 * start than {@code BigDecimal}.
 *
 * @param scale 0 to 17
 */
record Decimal(long digits, int scale) {

  private static final int MAX_DIGITS = 18;

  /** Digits with at most one point between them; null for anything else. */
  static @Nullable Decimal parse(String text) {
    long digits = 0;
    int count = 0;
    int point = -1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        digits = digits * 10 + (c - '0');
        if (++count > MAX_DIGITS) {
          return null;
        }
      } else if (c == '.' && point < 0 && i > 0 && i < text.length() - 1) {
        point = i;
      } else {
        return null;
      }
    }
    return count == 0 ? null : new Decimal(digits, point < 0 ? 0 : text.length() - 1 - point);
  }

  /** What to divide {@link #digits} by. */
  long divisor() {
    long divisor = 1;
    for (int i = 0; i < scale; i++) {
      divisor *= 10;
    }
    return divisor;
  }
}
