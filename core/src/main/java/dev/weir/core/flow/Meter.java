package dev.weir.core.flow;

import org.jspecify.annotations.Nullable;

/**
 * What decides on the calls of one rule. A reload that changes more of the rule than a number gives
 * it a successor, which begins with what it has granted. Thread-safe, lock-free.
 */
sealed interface Meter permits SlidingWindow, Pacer {

  /** What {@link #take} says where the limit is reached. */
  long REFUSED = -1;

  /** What {@link #take} says of a meter that has a successor. */
  long RETIRED = -2;

  /**
   * Takes a permit for a call that goes at once.
   *
   * @param now the caller's latest reading of the ticker
   * @return the permit, 0 or more; or {@link #REFUSED} or {@link #RETIRED}
   */
  long take(long now);

  /** What {@link #take} would say now; takes nothing. */
  long look(long now);

  /**
   * Gives a permit back.
   *
   * @param permit what {@link #take} returned, of this meter or of one that it succeeded
   * @return false where it is lost: no other call gets it
   */
  boolean undo(long permit);

  /** Nanoseconds until a call may go, if none is undone; -1 where none is ever granted. */
  long retryAfterNanos(long now);

  /** Whether nothing that it has granted matters to calls to come. */
  boolean isIdle(long now);

  /** How warm its rule is; null where it does not warm up. */
  @Nullable Warmth warmth();

  /** Goes on under another rule if that differs in no more than it can change. */
  boolean adopt(FlowRule rule);

  /** Ends this meter: from now on there is only its {@link #successor}. */
  void retire(FlowRule next);

  /**
   * One of the rule that it was retired for, charged with what this one has granted.
   *
   * @param pacerOrigin of all pacers of the rule
   */
  Meter successor(long pacerOrigin);
}
