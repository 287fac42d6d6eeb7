package dev.weir.core.chain;

/**
 * A slot of phase {@link SlotType.Phase#RESERVE}: what it grants may lie in the future, so that the
 * call has to wait for it. A chain waits once, for the latest of all that its slots have reserved.
 */
public interface ReservingSlot extends Slot {

  /**
   * How long a call must wait before it may go.
   *
   * @param permit what {@link #take} returned
   * @param arrival the time that {@code take} was given
   * @return nanoseconds from the arrival on, 0 where the call may go at once
   */
  long delayNanos(long permit, long arrival);

  /**
   * Has the current thread wait for what it has reserved. Asked of one slot of a call.
   *
   * @param nanos until when, on the ticker
   * @return false if the call must not go, since its thread was interrupted
   */
  boolean await(long nanos);
}
