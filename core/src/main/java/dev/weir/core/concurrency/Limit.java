package dev.weir.core.concurrency;

/** How many calls may be inside at once. */
public sealed interface Limit {

  /** The {@code max} of a limit that limits nothing. */
  int UNLIMITED = Integer.MAX_VALUE;

  /** More than this are never inside. */
  int max();

  /** What a limit without a past begins with. */
  int start();

  /**
   * A number.
   *
   * @param max 0 refuses every call; {@link #UNLIMITED} limits nothing
   */
  record Fixed(int max) implements Limit {

    public Fixed {
      if (max < 0) {
        throw new IllegalArgumentException("below zero");
      }
    }

    @Override
    public int start() {
      return max;
    }
  }

  /**
   * A number that follows the measured latency.
   *
   * @param min at least 1: with none inside there would be nothing to measure
   * @param max not less than {@code min}
   */
  record Adaptive(int min, int max) implements Limit {

    public Adaptive {
      if (min < 1 || max < min) {
        throw new IllegalArgumentException("no range: " + min + " to " + max);
      }
    }

    @Override
    public int start() {
      return min;
    }

    /** The nearest limit that is allowed. */
    double clamp(double limit) {
      return Math.max(min, Math.min(max, limit));
    }
  }
}
