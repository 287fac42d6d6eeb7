package dev.weir.core.breaker;

import dev.weir.core.Outcome;
import dev.weir.core.chain.Slot;
import dev.weir.core.rules.DurationText;
import java.util.Arrays;

/**
 * A trial: a few calls are admitted, its probes, and all of them must succeed.
 *
 * <p>Immutable: each probe that begins or ends makes the next state by one compare-and-set of the
 * breaker's, so that the number of probes is exact and one thread alone decides the trial, whatever
 * the race. All of one trial have the same generation, which is the permit of its probes: a probe
 * of an earlier trial finds another, and changes nothing.
 *
 * <p>A probe that has not ended in time has failed as of that moment. Nobody waits for it: the next
 * look finds it so.
 */
final class HalfOpen extends BreakerState {

  private final int failedTrials;
  private final String reason;

  /** When each probe began that has not ended. */
  private final long[] inside;

  private final int succeeded;

  private HalfOpen(
      long generation,
      long sinceNanos,
      int failedTrials,
      String reason,
      long[] inside,
      int succeeded) {
    super(generation, sinceNanos);
    this.failedTrials = failedTrials;
    this.reason = reason;
    this.inside = inside;
    this.succeeded = succeeded;
  }

  /** A trial with its first probe inside. */
  static HalfOpen begin(Open open, long now) {
    return new HalfOpen(
        open.generation + 1, now, open.failedTrials(), open.reason(), new long[] {now}, 0);
  }

  private HalfOpen with(long[] inside, int succeeded) {
    return new HalfOpen(generation, sinceNanos, failedTrials, reason, inside, succeeded);
  }

  private long[] insideWith(long start) {
    long[] more = Arrays.copyOf(inside, inside.length + 1);
    more[inside.length] = start;
    return more;
  }

  private long[] insideWithout(long start) {
    int at = 0;
    while (at < inside.length && inside[at] != start) {
      at++;
    }
    if (at == inside.length) {
      return inside;
    }
    long[] fewer = Arrays.copyOf(inside, inside.length - 1);
    System.arraycopy(inside, at + 1, fewer, at, fewer.length - at);
    return fewer;
  }

  @Override
  String text() {
    return "half-open";
  }

  int trial() {
    return failedTrials + 1;
  }

  @Override
  boolean advance(Breaker breaker, long now) {
    if (breaker.closeIfForced(this, now)) {
      return true;
    }
    if (succeeded >= breaker.settings().rule.probes()) { // fewer are asked for than at its start
      return breaker.close(this, now, succeeded);
    }
    long most = breaker.settings().probeNanos();
    long deadline = deadline(most, now);
    if (now - deadline <= 0) {
      return false;
    }
    String why = "a probe did not end within " + DurationText.rounded(most);
    return breaker.reopen(this, deadline, -1, why);
  }

  /** Of the probe that has been inside for longest; later than now if there is none. */
  private long deadline(long most, long now) {
    long earliest = now;
    for (long start : inside) {
      if (start - earliest < 0) {
        earliest = start;
      }
    }
    return earliest + most;
  }

  @Override
  boolean isFull(BreakerSettings current, long now) {
    return inside.length + succeeded >= current.rule.probes();
  }

  @Override
  long take(Breaker breaker, BreakerSettings admitting, long now) {
    if (isFull(breaker.settings(), now)) {
      return Slot.REFUSED;
    }
    return breaker.move(this, with(insideWith(now), succeeded)) ? generation : MOVED;
  }

  @Override
  boolean undo(Breaker breaker, BreakerSettings admitting, long permit, long now) {
    return permit != generation || breaker.move(this, with(insideWithout(now), succeeded));
  }

  @Override
  boolean exit(
      Breaker breaker,
      BreakerSettings admitting,
      long permit,
      long startNanos,
      long endNanos,
      Outcome outcome) {
    if (permit != generation) {
      return true;
    }
    if (advance(breaker, endNanos)) {
      return false;
    }
    long elapsed = endNanos - startNanos;
    Ending ending = admitting.judge(elapsed, outcome);
    if (ending.isBad()) {
      long retryAfter = ending.error ? outcome.retryAfterNanos() : -1;
      return breaker.reopen(this, endNanos, retryAfter, failure(ending, elapsed, outcome));
    }
    long[] others = insideWithout(startNanos);
    if (ending == Ending.UNCOUNTED) {
      return breaker.move(this, with(others, succeeded));
    }
    return succeeded + 1 >= breaker.settings().rule.probes()
        ? breaker.close(this, endNanos, succeeded + 1)
        : breaker.move(this, with(others, succeeded + 1));
  }

  private static String failure(Ending ending, long elapsed, Outcome outcome) {
    if (!ending.error) {
      return "a probe was slow: it took " + DurationText.rounded(elapsed);
    }
    Throwable thrown = outcome.thrown();
    return "a probe failed: "
        + (thrown == null
            ? "status " + outcome.status()
            : ErrorJudge.unwrap(thrown).getClass().getName());
  }

  int failedTrials() {
    return failedTrials;
  }

  String reason() {
    return reason;
  }

  @Override
  String refusal(BreakerSettings current, long now) {
    return "half-open since "
        + reason
        + "; trial "
        + trial()
        + ": "
        + succeeded
        + " of "
        + current.rule.probes()
        + " probes succeeded, "
        + inside.length
        + " inside";
  }

  @Override
  long retryAfterNanos(BreakerSettings current, long now) {
    return -1;
  }

  /** Long after the trial began, if no probe is inside. One that does not end fails first. */
  @Override
  boolean isIdle(BreakerSettings current, long now) {
    return inside.length == 0 && now - sinceNanos >= current.memoryNanos();
  }

  @Override
  BreakerSnapshot snapshot(BreakerSettings current, long now) {
    return BreakerSnapshot.refusing(this, failedTrials, -1, reason);
  }
}
