package dev.weir.core.breaker;

import dev.weir.core.chain.Slot;
import dev.weir.core.rules.DurationText;
import org.jspecify.annotations.Nullable;

/** Calls are refused until it is time for a trial. */
final class Open extends BreakerState {

  private static final long SECOND = 1_000_000_000;

  private final int failedTrials;
  private final long retryAfterNanos;
  private final String reason;

  /** Of the latest refusal; most others say the same. */
  private volatile @Nullable Refusal latest;

  /**
   * @param failedTrials since it was last closed
   * @param retryAfterNanos what the callee asked for, -1 for nothing
   * @param reason why it was opened, with the numbers
   */
  Open(long generation, long sinceNanos, int failedTrials, long retryAfterNanos, String reason) {
    super(generation, sinceNanos);
    this.failedTrials = failedTrials;
    this.retryAfterNanos = retryAfterNanos;
    this.reason = reason;
  }

  @Override
  String text() {
    return "open";
  }

  int failedTrials() {
    return failedTrials;
  }

  String reason() {
    return reason;
  }

  @Override
  boolean advance(Breaker breaker, long now) {
    return breaker.closeIfForced(this, now);
  }

  @Override
  boolean isFull(BreakerSettings current, long now) {
    return leftNanos(current, now) > 0;
  }

  @Override
  long take(Breaker breaker, BreakerSettings admitting, long now) {
    if (leftNanos(breaker.settings(), now) > 0) {
      return Slot.REFUSED;
    }
    // The trial begins with its first probe: none is without a call that may end it.
    HalfOpen trial = HalfOpen.begin(this, now);
    if (!breaker.move(this, trial)) {
      return MOVED;
    }
    breaker.tellOfTrial(trial, now);
    return trial.generation;
  }

  /** Until the next trial may begin. */
  long leftNanos(BreakerSettings current, long now) {
    return sinceNanos + current.openForNanos(failedTrials, retryAfterNanos) - now;
  }

  @Override
  String refusal(BreakerSettings current, long now) {
    long seconds = Math.floorDiv(leftNanos(current, now) - 1, SECOND) + 1;
    Refusal refusal = latest;
    if (refusal == null || refusal.seconds != seconds || refusal.current != current) {
      long openFor = current.openForNanos(failedTrials, retryAfterNanos);
      refusal =
          new Refusal(
              seconds,
              current,
              "open for "
                  + DurationText.rounded(openFor)
                  + " since "
                  + reason
                  + "; next trial in "
                  + (seconds <= 1 ? "less than 1s" : seconds + "s"));
      latest = refusal;
    }
    return refusal.text;
  }

  @Override
  long retryAfterNanos(BreakerSettings current, long now) {
    return Math.max(0, leftNanos(current, now));
  }

  /** Long after it was time for a trial, and nobody has come for one. */
  @Override
  boolean isIdle(BreakerSettings current, long now) {
    return leftNanos(current, now) <= -current.memoryNanos();
  }

  @Override
  BreakerSnapshot snapshot(BreakerSettings current, long now) {
    return BreakerSnapshot.refusing(this, failedTrials, retryAfterNanos(current, now), reason);
  }

  private static final class Refusal {
    final long seconds;
    final BreakerSettings current;
    final String text;

    Refusal(long seconds, BreakerSettings current, String text) {
      this.seconds = seconds;
      this.current = current;
      this.text = text;
    }
  }
}
