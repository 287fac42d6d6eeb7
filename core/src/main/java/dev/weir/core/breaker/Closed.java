package dev.weir.core.breaker;

import dev.weir.core.Outcome;
import dev.weir.core.breaker.BreakerRule.Force;
import dev.weir.core.chain.Slot;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/*
 * WHOSE CALLS. A call that ends is judged by the Closed that admitted it, and ignored by any other
 * state: a call from before the breaker opened must not decide what came after. No object is kept
 * for a call; its start tells. The clock is read for a transition after the state before it was in
 * place, so that a call that any earlier Closed admitted began no later than `since`. A call of this
 * one most often began later, and its permit is 0; where it did not (the same nanosecond, or a
 * thread that slept), its permit is the generation.
 *
 * WHEN TO JUDGE. The conditions are judged whenever a call asks or ends. But a ratio rises only if a
 * call ends badly or becomes overdue, if good calls leave the window as a bucket does, or if so many
 * calls are there at last that it counts. Nothing else looks at the buckets: of a service that is
 * well, hardly any call does.
 *
 * THE RAMP. Each call that asks brings its share of a call, and a whole one is admitted: calls are
 * admitted evenly, at any moment in the share of that moment, and never more than one beyond the
 * sum of all shares. Shares that nobody asked for are not saved up.
 */

/** Calls are admitted and counted. */
final class Closed extends BreakerState {

  private static final AtomicLongFieldUpdater<Closed> JUDGED =
      AtomicLongFieldUpdater.newUpdater(Closed.class, "judged");

  /** In {@link #judged}: a good call may make a ratio count. */
  private static final long THIN = 1;

  /** Of the shares. */
  static final long WHOLE = 1L << 30;

  /** Of different rules whose calls may still be inside. */
  private static final int MAX_FOLLOWERS = 8;

  /** The share of a call that has been asked for; null unless it closed after a trial. */
  private final @Nullable AtomicLong credit;

  private volatile CallWindow window;
  private volatile @Nullable CallsInside inside;

  /** When the bucket ends up to which it was judged, but for the last bit, {@link #THIN}. */
  private volatile long judged;

  /**
   * @param ramped whether calls are admitted by and by, if the rule says so
   */
  Closed(long generation, long sinceNanos, BreakerSettings current, boolean ramped) {
    super(generation, sinceNanos);
    this.credit = ramped ? new AtomicLong(WHOLE) : null;
    this.window = new CallWindow(sinceNanos, current.rule.windowNanos());
    this.inside = current.knowsSlow() ? follower(sinceNanos, current, null) : null;
    this.judged = sinceNanos;
  }

  private static CallsInside follower(
      long origin, BreakerSettings current, @Nullable CallsInside earlier) {
    BreakerRule rule = current.rule;
    return new CallsInside(origin, rule.slowCallNanos(), rule.windowNanos(), earlier);
  }

  @Override
  String text() {
    return "closed";
  }

  @Override
  boolean advance(Breaker breaker, long now) {
    return hasNews(now) && judge(breaker, now, -1);
  }

  @Override
  boolean isFull(BreakerSettings current, long now) {
    // Within the ramp only a call that takes brings its share.
    return false;
  }

  @Override
  long take(Breaker breaker, BreakerSettings admitting, long now) {
    if (credit != null && !isAdmittedByRamp(credit, breaker.settings(), now)) {
      return Slot.REFUSED;
    }
    CallsInside follower = follower(admitting);
    if (follower != null) {
      follower.enter(now);
    }
    return now - sinceNanos > 0 ? 0 : generation;
  }

  private boolean isAdmittedByRamp(AtomicLong credit, BreakerSettings current, long now) {
    long share = share(current, now);
    if (share == WHOLE) {
      return true;
    }
    for (; ; ) {
      long seen = credit.get();
      long asked = seen + share;
      boolean whole = asked >= WHOLE;
      if (credit.compareAndSet(seen, whole ? asked - WHOLE : asked)) {
        return whole;
      }
    }
  }

  /** The share of calls that are admitted, of {@link #WHOLE}. */
  private long share(BreakerSettings current, long now) {
    long ramp = current.rule.rampNanos();
    long elapsed = now - sinceNanos;
    if (credit == null || elapsed >= ramp || current.isForced(Force.CLOSED)) {
      return WHOLE;
    }
    return (long) Math.ceil((double) WHOLE * Math.max(0, elapsed) / ramp);
  }

  @Override
  boolean undo(Breaker breaker, BreakerSettings admitting, long permit, long now) {
    if (!admitted(permit, now)) {
      return true;
    }
    CallsInside follower = follower(admitting);
    if (follower != null) {
      follower.leave(now);
    }
    if (credit != null) {
      credit.addAndGet(WHOLE - share(breaker.settings(), now));
    }
    return true;
  }

  @Override
  boolean exit(
      Breaker breaker,
      BreakerSettings admitting,
      long permit,
      long startNanos,
      long endNanos,
      Outcome outcome) {
    if (!admitted(permit, startNanos)) {
      return true;
    }
    CallsInside follower = follower(admitting);
    if (follower != null) {
      follower.leave(startNanos);
    }
    Ending ending = admitting.judge(endNanos - startNanos, outcome);
    if (ending == Ending.UNCOUNTED) {
      return true;
    }
    while (!window.record(endNanos, ending)) {
      Thread.onSpinWait(); // Its successor is in place already.
    }
    if (ending.isBad() || (judged & THIN) != 0 || hasNews(endNanos)) {
      judge(breaker, endNanos, ending.error ? outcome.retryAfterNanos() : -1);
    }
    return true;
  }

  private boolean admitted(long permit, long startNanos) {
    return permit == 0 ? startNanos - sinceNanos > 0 : permit == generation;
  }

  /** What follows the calls of a slot of such settings; null if nothing does. */
  private @Nullable CallsInside follower(BreakerSettings admitting) {
    CallsInside each = inside;
    if (each == null || !admitting.knowsSlow()) {
      return null;
    }
    BreakerRule rule = admitting.rule;
    while (each != null && !each.follows(rule.slowCallNanos(), rule.windowNanos())) {
      each = each.earlier();
    }
    return each;
  }

  /** Whether time alone may have changed what a judgement says. */
  private boolean hasNews(long now) {
    if (now - (judged & ~THIN) >= 0) {
      return true;
    }
    for (CallsInside each = inside; each != null; each = each.earlier()) {
      if (each.hasNews(now)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Opens the breaker if a condition holds.
   *
   * @param retryAfterNanos what the callee asked for as the call ended that led here; -1: nothing
   * @return whether it was opened, by whomever
   */
  private boolean judge(Breaker breaker, long now, long retryAfterNanos) {
    BreakerSettings current = breaker.settings();
    long seen = judged;
    if (current.onlyRecords(now)) {
      return false;
    }
    CallWindow calls = window;
    long newest = calls.newest(now);
    long overdue = current.knowsSlow() ? judgeOverdue(now) : 0;
    long thin = 0;
    if (overdue > 0 || calls.hasBad(newest)) {
      CallCounts tenth = new CallCounts();
      calls.addTo(tenth, newest, CallWindow.TENTH);
      CallCounts whole = new CallCounts();
      whole.add(tenth.total, tenth.slow, tenth.errors);
      calls.addTo(whole, newest - CallWindow.TENTH, CallWindow.WHOLE - CallWindow.TENTH);
      String evidence = current.evidence(calls, tenth, whole, overdue);
      if (evidence != null) {
        breaker.open(this, now, retryAfterNanos, evidence);
        return true;
      }
      thin = current.isThin(tenth, whole, overdue) ? THIN : 0;
    }
    // Only if nobody has judged meanwhile, perhaps of what is not yet in these sums.
    JUDGED.compareAndSet(this, seen, (calls.end(newest) & ~THIN) | thin);
    return false;
  }

  private long judgeOverdue(long now) {
    long sum = 0;
    for (CallsInside each = inside; each != null; each = each.earlier()) {
      sum += each.judgeOverdue(now);
    }
    return sum;
  }

  private long overdue(long now) {
    long sum = 0;
    for (CallsInside each = inside; each != null; each = each.earlier()) {
      sum += each.overdue(now);
    }
    return sum;
  }

  /**
   * Goes on under other settings. Not for two threads at once.
   *
   * @param now after they were put in force
   */
  void change(BreakerSettings next, long now) {
    CallWindow before = window;
    if (before.windowNanos() != next.rule.windowNanos()) {
      CallWindow successor = new CallWindow(sinceNanos, next.rule.windowNanos());
      window = successor;
      successor.takeOver(before, now);
    }
    if (!next.knowsSlow()) {
      inside = null;
    } else if (follower(next) == null) {
      inside = follower(now, next, latest(inside));
    }
    judged = now;
  }

  /** None where there are too many: rules have been changed several times within a window. */
  private static @Nullable CallsInside latest(@Nullable CallsInside followers) {
    int count = 0;
    for (CallsInside each = followers; each != null; each = each.earlier()) {
      count++;
    }
    return count < MAX_FOLLOWERS ? followers : null;
  }

  @Override
  String refusal(BreakerSettings current, long now) {
    long percent = share(current, now) * 100 / WHOLE;
    return "closed again, and admits " + percent + "% of calls now";
  }

  @Override
  long retryAfterNanos(BreakerSettings current, long now) {
    return credit == null ? 0 : Math.max(0, current.rule.rampNanos() - (now - sinceNanos));
  }

  @Override
  boolean isIdle(BreakerSettings current, long now) {
    CallWindow calls = window;
    CallCounts totals = new CallCounts();
    calls.addTo(totals, calls.newest(now), CallWindow.WHOLE);
    return totals.total == 0 && share(current, now) == WHOLE;
  }

  @Override
  BreakerSnapshot snapshot(BreakerSettings current, long now) {
    CallWindow calls = window;
    CallCounts totals = new CallCounts();
    calls.addTo(totals, calls.newest(now), CallWindow.WHOLE);
    return new BreakerSnapshot(
        current.isForced(Force.CLOSED) ? "forced-closed" : text(),
        sinceNanos,
        totals.total,
        totals.slow,
        totals.errors,
        overdue(now),
        (double) share(current, now) / WHOLE,
        0,
        -1,
        "");
  }
}
