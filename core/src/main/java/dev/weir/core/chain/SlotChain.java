package dev.weir.core.chain;

import dev.weir.core.Admission;
import dev.weir.core.CallAttributes;
import dev.weir.core.Outcome;
import dev.weir.core.Ticker;
import dev.weir.core.Verdict;
import dev.weir.core.chain.SlotType.Phase;
import org.jspecify.annotations.Nullable;

/**
 * What judges and counts the calls that match one set of entries. Immutable: a reload makes new
 * chains, and a call ends on the one that admitted it. An admitted call allocates nothing, but for
 * one that waited, is a breaker's probe, or goes on asynchronously; or where a rule counts by key:
 * then a call has a chain of its own, of the steps of its keys.
 *
 * <p>The order of one call: look at all slots, which takes nothing; then take from each in the
 * order of their {@link Phase}. What reserves comes first, and the call waits once, for the latest
 * of what it has reserved, so that a wait comes before all that is counted. If one refuses after
 * all, undo in reverse.
 */
public final class SlotChain implements Admission, CallJudge {

  private static final Part[] NO_PARTS = {};

  private final Ticker ticker;
  private final Steps steps;
  private final EntryCounters[] counters;

  /** What the steps are found by, for each call, where some depend on its values; else none. */
  private final Part[] parts;

  /** What the steps are found by, of the one call that this chain is of; else null. */
  private final @Nullable Binding binding;

  private final Verdict admitted;
  private final Verdict admittedByEnforced;

  /**
   * The chain of calls that match some entries.
   *
   * @param parts of all of them, in the order in which they are asked: that of the file
   * @param counters of each of them, in that order
   */
  static SlotChain of(Ticker ticker, Part[] parts, EntryCounters[] counters) {
    Step[] steps = new Step[parts.length];
    for (int i = 0; i < parts.length; i++) {
      if (!(parts[i] instanceof Step step) || step.priority != null) {
        return new SlotChain(ticker, new Step[0], counters, parts, null);
      }
      steps[i] = step;
    }
    return new SlotChain(ticker, steps, counters);
  }

  /**
   * A chain without keys.
   *
   * @param steps of all of them, in the order in which they are asked: that of the file
   * @param counters of each of them, in that order
   */
  SlotChain(Ticker ticker, Step[] steps, EntryCounters[] counters) {
    this(ticker, steps, counters, NO_PARTS, null);
  }

  private SlotChain(
      Ticker ticker,
      Step[] steps,
      EntryCounters[] counters,
      Part[] parts,
      @Nullable Binding binding) {
    this.ticker = ticker;
    this.parts = parts;
    this.binding = binding;
    this.steps = new Steps(steps);
    this.counters = counters;
    this.admitted = Verdict.admit(this);
    this.admittedByEnforced = this.steps.enforced ? admitted : Verdict.admit(new EnforcedOnly());
  }

  /** Whether no entry judges or counts the calls. */
  public boolean isIdle() {
    return counters.length == 0;
  }

  @Override
  public boolean needsAttributes() {
    return parts.length > 0;
  }

  @Override
  public Verdict enter(long now, CallAttributes attributes) {
    return needsAttributes() ? enterByValues(now, attributes) : judge(now);
  }

  /** The call is judged by a chain of its own. */
  private Verdict enterByValues(long now, CallAttributes attributes) {
    Binding found = new Binding(parts.length);
    boolean admitted = false;
    try {
      for (Part part : parts) {
        if (part instanceof KeyedSteps keyed) {
          keyed.bind(now, attributes, found);
        } else if (part instanceof AskingStep asking) {
          asking.bind(attributes, found);
        } else {
          found.add((Step) part);
        }
      }
      found.borrow(attributes);
      SlotChain bound = new SlotChain(ticker, found.steps(), counters, NO_PARTS, found);
      Verdict verdict = bound.judge(now);
      admitted = !verdict.isBlock();
      return verdict;
    } finally {
      if (admitted) {
        found.unpinWhatKnows();
      } else {
        found.unpin();
      }
    }
  }

  private Verdict judge(long now) {
    Step wouldBlock = null;
    if (steps.areLookedAt()) {
      Step full = steps.firstFull(true, now);
      if (full != null) {
        return refuse(full, now);
      }
      wouldBlock = steps.firstFull(false, now);
    }
    return steps.reserving == 0
        ? take(0, now, now, wouldBlock, false)
        : reserve(0, now, 0, null, wouldBlock);
  }

  /**
   * Reserves with step {@code index} and the next ones, then waits. Recursive as {@link #take} is.
   *
   * @param delay the longest that an enforced step has asked for so far, from the arrival on
   * @param waitsFor that step; null where the call need not wait
   */
  private Verdict reserve(
      int index, long arrival, long delay, @Nullable Step waitsFor, @Nullable Step wouldBlock) {
    if (index == steps.reserving) {
      return afterWait(index, arrival, delay, waitsFor, wouldBlock);
    }
    Step step = steps.takes[index];
    if (!step.enforced && wouldBlock != null) {
      return reserve(index + 1, arrival, delay, waitsFor, wouldBlock);
    }
    long permit = step.slot.take(arrival);
    if (permit == Slot.REFUSED) {
      return step.enforced
          ? refuse(step, arrival)
          : reserve(index + 1, arrival, delay, waitsFor, step);
    }
    boolean used = false;
    try {
      // What is only observed delays nobody.
      long own = step.enforced ? delayNanos(step, permit, arrival) : 0;
      Verdict verdict =
          own > delay
              ? reserve(index + 1, arrival, own, step, wouldBlock)
              : reserve(index + 1, arrival, delay, waitsFor, wouldBlock);
      used = verdict == admitted || keep(permit, index, verdict);
      return verdict;
    } finally {
      if (!used) {
        step.slot.undo(permit, arrival);
      }
    }
  }

  private static long delayNanos(Step step, long permit, long arrival) {
    ReservingSlot slot = step.reserving;
    return slot == null ? 0 : slot.delayNanos(permit, arrival);
  }

  /** The one wait of a call. All that follows is asked as of its end. */
  private Verdict afterWait(
      int index, long arrival, long delay, @Nullable Step waitsFor, @Nullable Step wouldBlock) {
    ReservingSlot slot = waitsFor == null ? null : waitsFor.reserving;
    if (waitsFor == null || slot == null) {
      return take(index, arrival, arrival, wouldBlock, false);
    }
    if (!slot.await(arrival + delay)) {
      return refuse(waitsFor, arrival);
    }
    return take(index, arrival, ticker.nanos(), wouldBlock, true);
  }

  /**
   * Takes from step {@code index} on. Recursive, so that the permits to undo live on the stack.
   *
   * @param arrival when the call was asked for: from then on counts how long it waits
   * @param now later than that if it waited
   * @param wouldBlock the step that would have refused the call. Observed steps then take nothing,
   *     as under enforcement none of them would have
   * @param held whether a permit must be remembered, or when the call was admitted
   */
  private Verdict take(int index, long arrival, long now, @Nullable Step wouldBlock, boolean held) {
    if (index == steps.takes.length) {
      return admit(now, wouldBlock, held);
    }
    Step step = steps.takes[index];
    if (!step.enforced && wouldBlock != null) {
      return take(index + 1, arrival, now, wouldBlock, held);
    }
    long asked = step.phase == Phase.WAIT ? arrival : now;
    long permit = step.slot.take(asked);
    if (permit == Slot.REFUSED) {
      return step.enforced ? refuse(step, asked) : take(index + 1, arrival, now, step, held);
    }
    boolean used = false;
    try {
      boolean remember = permit > 0 && step.following != null;
      // After a wait all that follows is asked as of then.
      long then = remember && step.phase == Phase.WAIT ? Math.max(now, ticker.nanos()) : now;
      Verdict verdict = take(index + 1, arrival, then, wouldBlock, held || remember);
      used = verdict == admitted || keep(permit, index, verdict);
      return verdict;
    } finally {
      if (!used) {
        step.slot.undo(permit, asked);
      }
    }
  }

  /** Whether the call keeps the permit of step {@code index}. */
  private boolean keep(long permit, int index, Verdict verdict) {
    if (verdict.isBlock()) {
      return false;
    }
    if (!(verdict.admission() instanceof HeldAdmission held)) {
      return steps.takes[index].enforced;
    }
    boolean kept = steps.takes[index].enforced || !held.enforcedOnly;
    if (kept) {
      held.permits[index] = permit;
    }
    return kept;
  }

  private static Verdict refuse(Step step, long now) {
    Verdict verdict = step.slot.refusal(now);
    step.counters.block(verdict.reason(), now);
    return verdict;
  }

  private Verdict admit(long now, @Nullable Step wouldBlock, boolean held) {
    Verdict verdict;
    if (held) {
      verdict = Verdict.admit(new HeldAdmission(this, steps.takes.length, now, wouldBlock != null));
    } else {
      verdict = wouldBlock == null ? admitted : admittedByEnforced;
    }
    countAsPassed(now);
    if (wouldBlock != null) {
      wouldBlock.counters.wouldBlock(now);
    }
    return verdict;
  }

  /** In all counters or in none, so that what fails here leaves no call inside. */
  private void countAsPassed(long now) {
    int counted = 0;
    try {
      for (; counted < counters.length; counted++) {
        counters[counted].pass(now, counted);
      }
    } finally {
      if (counted < counters.length) {
        for (int i = 0; i < counted; i++) {
          counters[i].complete(now, 0, false, i);
        }
      }
    }
  }

  @Override
  public void exit(long startNanos, Outcome outcome) {
    end(startNanos, outcome, null, false);
  }

  @Override
  public Admission detach(long startNanos) {
    return detach(startNanos, null, false);
  }

  Admission detach(long startNanos, @Nullable HeldAdmission held, boolean enforcedOnly) {
    if (!steps.follow) {
      return held != null ? held : enforcedOnly ? admittedByEnforced.admission() : this;
    }
    HeldAdmission detached = new HeldAdmission(this, steps.takes.length, startNanos, enforcedOnly);
    for (int i = 0; i < steps.takes.length; i++) {
      FollowingSlot slot = steps.takes[i].following;
      long permit = permit(i, held, enforcedOnly);
      if (slot != null && permit != Slot.REFUSED) {
        detached.permits[i] = slot.detach(permit, startNanos);
      }
    }
    return detached;
  }

  /**
   * What a call that has been admitted holds of step {@code index}.
   *
   * @param held null where there is nothing to remember
   */
  private long permit(int index, @Nullable HeldAdmission held, boolean enforcedOnly) {
    if (held != null) {
      return held.permits[index];
    }
    return enforcedOnly && !steps.takes[index].enforced ? Slot.REFUSED : 0;
  }

  /** Ends a call in every slot and counter, even if one of them fails. */
  void end(long startNanos, Outcome outcome, @Nullable HeldAdmission held, boolean enforcedOnly) {
    long endNanos = Math.max(startNanos, ticker.nanos());
    Throwable failure = null;
    if (steps.follow) {
      for (int i = steps.takes.length - 1; i >= 0; i--) {
        FollowingSlot slot = steps.takes[i].following;
        long permit = slot == null ? Slot.REFUSED : permit(i, held, enforcedOnly);
        if (slot != null && permit != Slot.REFUSED) {
          try {
            slot.exit(permit, startNanos, endNanos, outcome);
          } catch (Throwable thrown) {
            failure = failure == null ? thrown : failure;
          }
        }
      }
    }
    if (binding != null) {
      binding.unpin();
    }
    boolean failed = outcome.isFailed();
    for (int i = 0; i < counters.length; i++) {
      counters[i].complete(endNanos, endNanos - startNanos, failed, i);
    }
    if (failure != null) {
      throw SlotChain.<RuntimeException>asIs(failure);
    }
  }

  /** Throws what was thrown: whoever counts failures shall see it, not a wrapper. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> RuntimeException asIs(Throwable thrown) throws T {
    throw (T) thrown;
  }

  /** Of calls that an observed step would have refused: those steps hold nothing of them. */
  private final class EnforcedOnly implements Admission {

    @Override
    public void exit(long startNanos, Outcome outcome) {
      end(startNanos, outcome, null, true);
    }

    @Override
    public Admission detach(long startNanos) {
      return SlotChain.this.detach(startNanos, null, true);
    }
  }
}
