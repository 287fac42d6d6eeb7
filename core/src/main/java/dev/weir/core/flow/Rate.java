package dev.weir.core.flow;

import dev.weir.core.rules.DurationText;

/**
 * A number of whole calls in a period. Written fractions are reduced before they come here: 0.5/s
 * is 1 in 2 s.
 *
 * @param calls 0 refuses every call; {@link #UNLIMITED} calls admit every call
 * @param periodNanos length of the period, 1 to {@link #MAX_PERIOD_NANOS}
 */
public record Rate(long calls, long periodNanos) {

  /** The number of calls of a rate that limits nothing. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** The largest limit but {@link #UNLIMITED}. */
  public static final long MAX_CALLS = Integer.MAX_VALUE;

  private static final long DAY_NANOS = 86_400_000_000_000L;

  /** 365 days. */
  public static final long MAX_PERIOD_NANOS = 365 * DAY_NANOS;

  public Rate {
    if (periodNanos <= 0 || periodNanos > MAX_PERIOD_NANOS) {
      throw new IllegalArgumentException(
          "a period must be longer than 0 ns and at most 365 d, not " + periodNanos + " ns");
    }
    if (calls < 0 || (calls > MAX_CALLS && calls != UNLIMITED)) {
      throw new IllegalArgumentException(
          "a limit must be between 0 and " + MAX_CALLS + " calls, or unlimited, not " + calls);
    }
  }

  boolean isUnlimited() {
    return calls == UNLIMITED;
  }

  /**
   * From one call to the next where they are spaced evenly: rounded up to a nanosecond, so that no
   * interval holds more. That is up to 0.1 % fewer calls at a million a second, if the period is no
   * multiple of the calls.
   */
  long spacingNanos() {
    return calls <= 1 ? periodNanos : 1 + (periodNanos - 1) / calls;
  }

  /** The period in the largest unit that divides it: {@code 10 s}. */
  String periodText() {
    return DurationText.spaced(periodNanos);
  }

  /** As the rule file words it: {@code 100/s}, {@code 1000/10s}. */
  @Override
  public String toString() {
    return isUnlimited() ? "unlimited" : calls + "/" + DurationText.period(periodNanos);
  }
}
