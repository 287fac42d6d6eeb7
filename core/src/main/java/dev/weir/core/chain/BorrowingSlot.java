package dev.weir.core.chain;

/**
 * What judges one call in two steps: it reserves an instant to come, and when the call has waited
 * for it another takes the permit.
 */
public interface BorrowingSlot extends ReservingSlot {

  /** What takes the permit, when what is counted is taken. */
  Slot redeeming();
}
