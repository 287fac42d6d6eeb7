package dev.weir.core.breaker;

import dev.weir.core.Outcome;

/**
 * What a {@link Breaker} is from one transition to the next. Each transition makes a new state, of
 * the next generation.
 */
abstract sealed class BreakerState permits Closed, Open, HalfOpen, ForcedOpen {

  /** What {@link #take} says where it was not the breaker's state any more: ask that. */
  static final long MOVED = -2;

  /** Counts transitions, from 1. */
  final long generation;

  final long sinceNanos;

  BreakerState(long generation, long sinceNanos) {
    this.generation = generation;
    this.sinceNanos = sinceNanos;
  }

  /** As users see it. */
  abstract String text();

  /**
   * Does what time alone brings about.
   *
   * @return whether the state was replaced
   */
  boolean advance(Breaker breaker, long now) {
    return false;
  }

  /** Whether {@link #take} would refuse. */
  abstract boolean isFull(BreakerSettings current, long now);

  /**
   * Admits a call or not.
   *
   * @param admitting the settings of the slot that was asked
   * @return a permit, {@code Slot.REFUSED} or {@link #MOVED}
   */
  abstract long take(Breaker breaker, BreakerSettings admitting, long now);

  /**
   * A call that was admitted is not made after all.
   *
   * @return whether this was done, or was not for this state to do; else it was replaced
   */
  boolean undo(Breaker breaker, BreakerSettings admitting, long permit, long now) {
    return true;
  }

  /**
   * A call ended that this or an earlier state admitted.
   *
   * @return whether this was done, or was not for this state to do; else it was replaced
   */
  boolean exit(
      Breaker breaker,
      BreakerSettings admitting,
      long permit,
      long startNanos,
      long endNanos,
      Outcome outcome) {
    return true;
  }

  /** Why it refuses calls. */
  abstract String refusal(BreakerSettings current, long now);

  /** Nanoseconds until it may admit calls again, -1 where that is not known. */
  abstract long retryAfterNanos(BreakerSettings current, long now);

  /** Whether it is no different from the first state, to calls to come. None is inside. */
  abstract boolean isIdle(BreakerSettings current, long now);

  /** For people. */
  abstract BreakerSnapshot snapshot(BreakerSettings current, long now);
}
