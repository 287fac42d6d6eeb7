package dev.weir.examples;

import java.util.ArrayList;
import java.util.List;

/**
 * What can be seen of one entry from outside: which calls it admitted and refused, and when. Safe
 * for use by many threads.
 */
final class Outside {

  private static final long SECOND = 1_000_000_000L;

  /** A call by {@link System#nanoTime()} when it was sent and when answered. */
  private record Seen(boolean admitted, long sent, long answered) {

    boolean between(long from, long to) {
      return sent - from >= 0 && answered - to < 0;
    }
  }

  private final List<Seen> calls = new ArrayList<>();

  synchronized void note(boolean admitted, long sentNanos, long answeredNanos) {
    calls.add(new Seen(admitted, sentNanos, answeredNanos));
  }

  /** Calls admitted, or refused, that were sent and answered between two instants. */
  synchronized long count(boolean admitted, long from, long to) {
    long count = 0;
    for (Seen call : calls) {
      if (call.admitted() == admitted && call.between(from, to)) {
        count++;
      }
    }
    return count;
  }

  /**
   * The most calls that were admitted in any one second between {@code from} and {@code to}, as far
   * as it can be proved from outside: only calls that were both sent and answered within that
   * second are counted, for the instant of admission lies between the two. Where this is above a
   * limit, the limit was exceeded.
   */
  synchronized int worstSecond(long from, long to) {
    List<Seen> admitted = new ArrayList<>();
    for (Seen call : calls) {
      if (call.admitted() && call.between(from, to)) {
        admitted.add(call);
      }
    }
    int worst = 0;
    for (Seen first : admitted) {
      int inside = 0;
      for (Seen call : admitted) {
        if (call.between(first.sent(), first.sent() + SECOND)) {
          inside++;
        }
      }
      worst = Math.max(worst, inside);
    }
    return worst;
  }
}
