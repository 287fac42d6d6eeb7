package dev.weir.core.system;

/** Numbers for people to read. Without {@code String.format}, which is slow to start. */
final class Numbers {

  private Numbers() {}

  /** {@code 0.5}, {@code 85}, {@code 12.25}; not negative. */
  static String upToTwoPlaces(double number) {
    long hundredths = Math.round(number * 100);
    long rest = hundredths % 100;
    String whole = Long.toString(hundredths / 100);
    if (rest == 0) {
      return whole;
    }
    return whole + (rest % 10 == 0 ? "." + rest / 10 : (rest < 10 ? ".0" : ".") + rest);
  }

  /** A ratio in whole per cent: {@code 93 %}. */
  static String percent(double ratio) {
    return Math.round(ratio * 100) + " %";
  }
}
