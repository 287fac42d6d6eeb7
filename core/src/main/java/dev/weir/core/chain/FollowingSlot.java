package dev.weir.core.chain;

import dev.weir.core.Outcome;

/**
 * A slot that follows the calls it admitted to their end.
 *
 * <p>A permit of 0 is nothing to remember: {@link #exit} is given 0 again, and the call allocates
 * nothing. A greater one is kept for it in a small object.
 */
public interface FollowingSlot extends Slot {

  /**
   * A call has ended, once.
   *
   * @param permit that it was admitted with
   * @param startNanos when it was admitted: the time that {@link #take} was given, or, of a slot
   *     that may wait, a later one
   */
  void exit(long permit, long startNanos, long endNanos, Outcome outcome);

  /**
   * The call goes on after the method that began it has returned.
   *
   * @return what {@link #exit} is given instead of {@code permit}
   */
  default long detach(long permit, long startNanos) {
    return permit;
  }

  /**
   * Whether {@link #isIdle} is false while a call is inside that has not lost its permit. If not,
   * it is not asked then.
   */
  default boolean knowsWhoIsInside() {
    return false;
  }
}
