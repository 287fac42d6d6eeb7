package dev.weir.core.rules;

/** Durations as the rule file words them. */
public final class DurationText {

  private static final String[] UNITS = {"ns", "us", "ms", "s", "m", "h", "d"};
  private static final long[] NANOS = {
    1, 1_000, 1_000_000, 1_000_000_000, 60_000_000_000L, 3_600_000_000_000L, 86_400_000_000_000L
  };

  private DurationText() {}

  /** The length of a unit, -1 for what is none. */
  public static long unitNanos(String unit) {
    for (int i = 0; i < UNITS.length; i++) {
      if (UNITS[i].equals(unit)) {
        return NANOS[i];
      }
    }
    return -1;
  }

  /** In the largest unit of which it is a whole number: {@code 250ms}. */
  public static String of(long nanos) {
    return nanos == 0 ? "0s" : inWholeUnits(nanos, "");
  }

  /** The same for people to read: {@code 10 s}. Not 0. */
  public static String spaced(long nanos) {
    return inWholeUnits(nanos, " ");
  }

  /** The same where a number of 1 goes without saying: {@code s}, {@code 10s}. Not 0. */
  public static String period(long nanos) {
    int unit = wholeUnit(nanos);
    return nanos == NANOS[unit] ? UNITS[unit] : of(nanos);
  }

  private static String inWholeUnits(long nanos, String between) {
    int unit = wholeUnit(nanos);
    return nanos / NANOS[unit] + between + UNITS[unit];
  }

  private static int wholeUnit(long nanos) {
    int unit = NANOS.length - 1;
    while (unit > 0 && nanos % NANOS[unit] != 0) {
      unit--;
    }
    return unit;
  }

  /** Rounded for reading, to three digits or so: {@code 1.25s}. */
  public static String rounded(long nanos) {
    int unit = 0;
    while (unit < NANOS.length - 1 && nanos >= NANOS[unit + 1]) {
      unit++;
    }
    long hundredths = Math.round(nanos * 100.0 / NANOS[unit]);
    long whole = hundredths / 100;
    long rest = hundredths % 100;
    String fraction = "";
    if (rest != 0 && whole < 100) {
      fraction = rest % 10 == 0 ? "." + rest / 10 : (rest < 10 ? ".0" : ".") + rest;
    }
    return whole + fraction + UNITS[unit];
  }
}
