package dev.weir.core.flow;

/**
 * A rule that does not grant its whole limit to calls that come after a while of quiet.
 *
 * @param nanos under load until the limit is reached
 * @param coldFactor the limit divided by it is what is granted when cold, at least 2
 * @param when it is cold
 */
public record WarmUp(long nanos, int coldFactor, When when) {

  public static final int DEFAULT_COLD_FACTOR = 3;

  public WarmUp {
    if (nanos < 1 || coldFactor < 2) {
      throw new IllegalArgumentException("no time, or a factor below 2");
    }
  }

  /** What makes it cold. */
  public enum When {
    /** The start, and idleness. */
    IDLE,
    /** The start alone. */
    START
  }
}
