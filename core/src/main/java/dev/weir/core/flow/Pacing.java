package dev.weir.core.flow;

/**
 * A rule that spaces calls instead of counting those of a period.
 *
 * @param burst calls that may go at once, at least 1
 * @param maxWaitNanos how long a call may wait for its turn; 0: it is refused at once
 * @param maxWaiting calls that wait at once; {@link Integer#MAX_VALUE} for any number
 */
public record Pacing(int burst, long maxWaitNanos, int maxWaiting) {

  public Pacing {
    if (burst < 1 || maxWaitNanos < 0 || maxWaiting < 0) {
      throw new IllegalArgumentException("no burst, or below zero");
    }
  }

  /** Whether calls wait. */
  boolean waits() {
    return maxWaitNanos > 0 && maxWaiting > 0;
  }
}
