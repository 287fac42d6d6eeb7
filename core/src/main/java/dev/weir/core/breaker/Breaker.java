package dev.weir.core.breaker;

import dev.weir.core.EngineEvent;
import dev.weir.core.Outcome;
import dev.weir.core.breaker.BreakerRule.Force;
import dev.weir.core.chain.Slot;
import dev.weir.core.rules.DurationText;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/*
 *                       a condition is reached
 *          Closed  ───────────────────────────────▶  Open  ◀─────────────┐
 *             ▲                                        │ open-for is over │ a probe failed, was slow
 *             │                                        ▼ and a call asks  │ or did not end in time
 *             └──────────────────────────────────  HalfOpen  ─────────────┘
 *                     all probes succeeded
 *
 * `force: open` is a state of its own, ForcedOpen; `force: closed` a Closed that only records.
 *
 * The states stand behind one reference; a transition is one compare-and-set of it, so that each
 * happens once, and who made it tells of it. There is no lock, and no thread or timer: what time
 * alone brings about (a call that becomes overdue, a probe that does not end) happens when the next
 * call looks, as of the moment at which it was due.
 *
 * WHAT A RELOAD CHANGES. A call is judged slow or failed by the rule that admitted it; all else is
 * decided by the rule in force: thresholds, times, probes. The state is kept, with all it counted.
 */

/** Whether calls go through, from how earlier ones ended. Thread-safe, lock-free. */
final class Breaker {

  private static final AtomicReferenceFieldUpdater<Breaker, BreakerState> STATE =
      AtomicReferenceFieldUpdater.newUpdater(Breaker.class, BreakerState.class, "state");

  private volatile BreakerSettings settings;
  private volatile BreakerState state;

  Breaker(BreakerSettings settings) {
    this.settings = settings;
    long now = settings.context.ticker().nanos();
    // One nanosecond ago, so that every call it admits began after it.
    this.state =
        settings.isForced(Force.OPEN)
            ? new ForcedOpen(1, now)
            : new Closed(1, now - 1, settings, false);
  }

  /** The settings in force. */
  BreakerSettings settings() {
    return settings;
  }

  /** Whether {@link #take} would refuse. */
  boolean isFull(long now) {
    for (; ; ) {
      BreakerState seen = state;
      if (!seen.advance(this, now)) {
        return seen.isFull(settings, now);
      }
    }
  }

  /**
   * Admits a call or not.
   *
   * @param admitting the settings of the slot that was asked
   * @return a permit, or {@link Slot#REFUSED}
   */
  long take(BreakerSettings admitting, long now) {
    for (; ; ) {
      BreakerState seen = state;
      if (!seen.advance(this, now)) {
        long permit = seen.take(this, admitting, now);
        if (permit != BreakerState.MOVED) {
          return permit;
        }
      }
    }
  }

  /** A call that was admitted at {@code now} is not made after all. */
  void undo(BreakerSettings admitting, long permit, long now) {
    while (!state.undo(this, admitting, permit, now)) {
      Thread.onSpinWait(); // Another thread has made a transition: ask the next state.
    }
  }

  /** A call that was admitted at {@code startNanos} has ended. */
  void exit(
      BreakerSettings admitting, long permit, long startNanos, long endNanos, Outcome outcome) {
    while (!state.exit(this, admitting, permit, startNanos, endNanos, outcome)) {
      Thread.onSpinWait(); // Another thread has made a transition: ask the next state.
    }
  }

  /** Whether it is as good as a new one, if no call is inside. */
  boolean isIdle(long now) {
    isFull(now); // does what time has brought about
    return state.isIdle(settings, now);
  }

  /** Why calls are refused. */
  String refusal(long now) {
    return state.refusal(settings, now);
  }

  long retryAfterNanos(long now) {
    return state.retryAfterNanos(settings, now);
  }

  BreakerSnapshot snapshot(long now) {
    return state.snapshot(settings, now);
  }

  /** Replaces a state, unless another thread has. */
  boolean move(BreakerState from, BreakerState to) {
    return STATE.compareAndSet(this, from, to);
  }

  /** From closed, unless another thread has made a transition. */
  void open(Closed from, long now, long retryAfterNanos, String reason) {
    open(from, new Open(from.generation + 1, now, 0, retryAfterNanos, reason), reason);
  }

  /**
   * After a trial failed.
   *
   * @return false if another thread has made a transition
   */
  boolean reopen(HalfOpen from, long at, long retryAfterNanos, String why) {
    String reason = "trial " + from.trial() + " failed: " + why;
    Open next = new Open(from.generation + 1, at, from.trial(), retryAfterNanos, reason);
    return open(from, next, reason);
  }

  private boolean open(BreakerState from, Open next, String reason) {
    if (!move(from, next)) {
      return false;
    }
    String trial = DurationText.rounded(next.leftNanos(settings, next.sinceNanos));
    tell(
        EngineEvent.Type.BREAKER_OPENED,
        "opened: " + reason + "; trial in " + trial,
        next.sinceNanos);
    return true;
  }

  void tellOfTrial(HalfOpen trial, long now) {
    int probes = settings.rule.probes();
    tell(
        EngineEvent.Type.BREAKER_HALF_OPEN,
        "half-open: trial "
            + trial.trial()
            + " admits "
            + probes
            + (probes == 1 ? " probe" : " probes")
            + "; open since "
            + trial.reason(),
        now);
  }

  /**
   * After a trial succeeded.
   *
   * @return false if another thread has made a transition
   */
  boolean close(HalfOpen from, long now, int succeeded) {
    BreakerSettings current = settings;
    if (!move(from, new Closed(from.generation + 1, now, current, true))) {
      return false;
    }
    long ramp = current.rule.rampNanos();
    tell(
        EngineEvent.Type.BREAKER_CLOSED,
        "closed: "
            + succeeded
            + (succeeded == 1 ? " probe" : " probes")
            + " of trial "
            + from.trial()
            + " succeeded"
            + (ramp == 0 ? "" : "; admits all calls in " + DurationText.rounded(ramp)),
        now);
    return true;
  }

  /**
   * Closes what opened while the rule was being changed to {@code force: closed}.
   *
   * @return whether the state was replaced
   */
  boolean closeIfForced(BreakerState from, long now) {
    if (!settings.isForced(Force.CLOSED)) {
      return false;
    }
    close(from, now, false, "forced closed");
    return true;
  }

  private boolean close(BreakerState from, long now, boolean ramped, String text) {
    if (!move(from, new Closed(from.generation + 1, now, settings, ramped))) {
      return false;
    }
    tell(EngineEvent.Type.BREAKER_CLOSED, text, now);
    return true;
  }

  /** Goes on under another rule. Not for two threads at once. */
  void change(BreakerSettings next) {
    boolean wasForcedClosed = settings.isForced(Force.CLOSED);
    settings = next;
    while (!changed(next, wasForcedClosed)) {
      Thread.onSpinWait(); // A call has made a transition: change the next state.
    }
  }

  private boolean changed(BreakerSettings next, boolean wasForcedClosed) {
    BreakerState from = state;
    // Read after the state, so that no call of an earlier Closed began later.
    long now = next.context.ticker().nanos();
    if (next.isForced(Force.OPEN)) {
      return from instanceof ForcedOpen || forceOpen(from, now);
    }
    if (from instanceof ForcedOpen) {
      boolean closed = next.isForced(Force.CLOSED);
      return close(from, now, !closed, closed ? "forced closed" : "no longer forced open");
    }
    if (from instanceof Closed closed) {
      closed.change(next, now);
      if (next.isForced(Force.CLOSED) != wasForcedClosed) {
        tell(
            EngineEvent.Type.BREAKER_CLOSED,
            (wasForcedClosed ? "no longer " : "") + "forced closed",
            now);
      }
      return true;
    }
    // What fewer probes or a shorter time brings about.
    return !from.advance(this, now) || state instanceof Closed;
  }

  private boolean forceOpen(BreakerState from, long now) {
    if (!move(from, new ForcedOpen(from.generation + 1, now))) {
      return false;
    }
    tell(EngineEvent.Type.BREAKER_OPENED, "forced open; it was " + from.text(), now);
    return true;
  }

  private void tell(EngineEvent.Type type, String text, long nanos) {
    BreakerSettings current = settings;
    current.context.tell(type, current.rule, text, nanos);
  }
}
