package dev.weir.core.flow;

/**
 * A number of whole calls in a period. Written fractions are reduced before they come here: 0.5/s
 * is 1 in 2 s.
 *
 * @param calls 0 refuses every call; {@link #UNLIMITED} calls admit every call
 * @param periodNanos length of the period, above 0
 */
public record Rate(long calls, long periodNanos) {

  /** The number of calls of a rate that limits nothing. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** The largest limit but {@link #UNLIMITED}. */
  public static final long MAX_CALLS = Integer.MAX_VALUE;

  public Rate {
    if (periodNanos <= 0) {
      throw new IllegalArgumentException("a period must be longer than 0 ns, not " + periodNanos);
    }
    if (calls < 0 || (calls > MAX_CALLS && calls != UNLIMITED)) {
      throw new IllegalArgumentException(
          "a limit must be between 0 and " + MAX_CALLS + " calls, or unlimited, not " + calls);
    }
  }
}
