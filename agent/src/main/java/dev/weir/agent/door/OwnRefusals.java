package dev.weir.agent.door;

import dev.weir.core.Outcome;

/**
 * When a call was last refused on each thread. A call that fails after something inside it was
 * refused fails for that, whatever the application makes of the refusal: an exception of its own, a
 * status of 500. It says nothing of what was called.
 */
final class OwnRefusals {

  private static final int FIRST_FAILING_STATUS = 400;

  /** Holds no object of the application. */
  @SuppressWarnings("ThreadLocalUsage") // as many as there are engines
  private final ThreadLocal<long[]> last = new ThreadLocal<>();

  /** A call was refused on this thread. */
  void add(long nanos) {
    long[] known = last.get();
    if (known == null) {
      known = new long[1];
      last.set(known);
    }
    known[0] = nanos;
  }

  /** Whether a call was refused on this thread since then. */
  boolean since(long startNanos) {
    long[] known = last.get();
    return known != null && known[0] - startNanos >= 0;
  }

  /** What the end of a call says, that ran on this thread from {@code startNanos} until now. */
  Outcome judge(Outcome outcome, long startNanos) {
    return fails(outcome) && since(startNanos) ? Outcome.GIVEN_UP : outcome;
  }

  /**
   * What the end of a call says that went on elsewhere.
   *
   * @param refusedInside whether a call was refused inside it, before it did
   */
  static Outcome judge(Outcome outcome, boolean refusedInside) {
    return refusedInside && fails(outcome) ? Outcome.GIVEN_UP : outcome;
  }

  private static boolean fails(Outcome outcome) {
    return outcome.thrown() != null || outcome.status() >= FIRST_FAILING_STATUS;
  }
}
