package dev.weir.core.chain;

import dev.weir.core.Ticker;
import dev.weir.core.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What judges and counts the calls that match one set of entries. Immutable: a reload makes new
 * chains, and a call ends on the one that admitted it. An admitted call allocates nothing.
 *
 * <p>The order of one call: look at all slots, which takes nothing; then take from each in turn; if
 * one refuses after all, undo in reverse. Waiting, once there are rules that wait, comes between
 * the two.
 */
public final class SlotChain {

  private static final int NOBODY = -1;

  private final Ticker ticker;
  private final Step[] steps;
  private final EntryCounters[] counters;

  /**
   * The chain of calls that match some entries.
   *
   * @param steps of all of them, in the order of the file
   * @param counters of each of them, in that order
   */
  SlotChain(Ticker ticker, Step[] steps, EntryCounters[] counters) {
    this.ticker = ticker;
    this.steps = steps;
    this.counters = counters;
  }

  /** Whether no entry judges or counts the calls. */
  public boolean isIdle() {
    return counters.length == 0;
  }

  /**
   * Judges a call. One that is admitted must be ended by {@link #exit}.
   *
   * @param now a reading of the ticker just before
   */
  public Verdict enter(long now) {
    int wouldBlock = NOBODY;
    // A single slot refuses by itself without having taken anything.
    if (steps.length > 1) {
      for (Step step : steps) {
        if (step.enforced() && step.slot().isFull(now)) {
          return refuse(step, now);
        }
      }
      wouldBlock = firstObservedToRefuse(now);
    }
    Verdict verdict = take(0, now, wouldBlock);
    return verdict.isBlock() ? verdict : Verdict.PASS;
  }

  private int firstObservedToRefuse(long now) {
    for (int i = 0; i < steps.length; i++) {
      if (!steps[i].enforced() && steps[i].slot().isFull(now)) {
        return i;
      }
    }
    return NOBODY;
  }

  /**
   * Takes from step {@code index} on. Recursive, so that the permits to undo live on the stack.
   *
   * @param wouldBlock the step that would have refused the call. Observed steps then take nothing,
   *     as under enforcement none of them would have
   */
  private Verdict take(int index, long now, int wouldBlock) {
    if (index == steps.length) {
      return admit(wouldBlock);
    }
    Step step = steps[index];
    if (!step.enforced() && wouldBlock != NOBODY) {
      return take(index + 1, now, wouldBlock);
    }
    long permit = step.slot().take(now);
    if (permit == Slot.REFUSED) {
      return step.enforced() ? refuse(step, now) : take(index + 1, now, index);
    }
    boolean used = false;
    try {
      Verdict verdict = take(index + 1, now, wouldBlock);
      used = verdict == Verdict.PASS || (verdict == Verdict.WOULD_BLOCK && step.enforced());
      return verdict;
    } finally {
      if (!used) {
        step.slot().undo(permit);
      }
    }
  }

  private static Verdict refuse(Step step, long now) {
    Verdict verdict = step.slot().refusal(now);
    step.counters().block(verdict.reason());
    return verdict;
  }

  private Verdict admit(int wouldBlock) {
    for (int i = 0; i < counters.length; i++) {
      counters[i].calls(i).pass();
    }
    if (wouldBlock == NOBODY) {
      return Verdict.PASS;
    }
    steps[wouldBlock].counters().wouldBlock();
    return Verdict.WOULD_BLOCK;
  }

  /**
   * Ends a call that was admitted.
   *
   * @param startNanos when it began, on the engine's ticker
   * @param thrown what it threw, or null
   * @param status of its HTTP response, 0 where there is none
   */
  public void exit(long startNanos, @Nullable Throwable thrown, int status) {
    long nanos = Math.max(0, ticker.nanos() - startNanos);
    boolean failed = thrown != null || status >= 500;
    for (int i = 0; i < counters.length; i++) {
      counters[i].calls(i).complete(nanos, failed);
    }
  }
}
