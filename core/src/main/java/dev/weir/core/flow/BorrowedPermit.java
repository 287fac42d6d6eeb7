package dev.weir.core.flow;

import dev.weir.core.Verdict;
import dev.weir.core.chain.BorrowingSlot;
import dev.weir.core.chain.Slot;

/**
 * What judges one call of priority by a window. Where the window is full it reserves the next
 * permit that comes free, behind those that are reserved already, and waits for it. The call is
 * counted when it has waited: by an exact take, so that the limit holds whatever happened
 * meanwhile.
 */
final class BorrowedPermit implements BorrowingSlot {

  /** A permit of the reserving step: nothing is reserved. */
  private static final long NONE = 0;

  private final WindowSlot slot;
  private final Borrowings borrowings;
  private final long borrowNanos;

  private final Slot redeeming = new Redeeming();
  private long arrival;
  private boolean reserved;

  BorrowedPermit(WindowSlot slot, Borrowings borrowings, long borrowNanos) {
    this.slot = slot;
    this.borrowings = borrowings;
    this.borrowNanos = borrowNanos;
  }

  @Override
  public Slot redeeming() {
    return redeeming;
  }

  @Override
  public boolean isFull(long now) {
    return slot.limiter.isFull(now) && !isWithinReach(now, borrowings.pending() + 1);
  }

  private boolean isWithinReach(long now, int rank) {
    long wait = slot.limiter.freeNanos(now, rank);
    return wait >= 0 && wait <= borrowNanos && slot.context.mayPark();
  }

  @Override
  public long take(long now) {
    arrival = now;
    if (!slot.limiter.isFull(now)) {
      return NONE;
    }
    int rank = borrowings.reserve();
    reserved = true;
    if (!isWithinReach(now, rank)) {
      release();
      return REFUSED;
    }
    return 1 + Math.max(0, slot.limiter.freeNanos(now, rank));
  }

  private void release() {
    if (reserved) {
      reserved = false;
      borrowings.release();
    }
  }

  @Override
  public long delayNanos(long permit, long now) {
    return permit == NONE ? 0 : permit - 1;
  }

  /** Longer, if another took the permit at the last moment, or a reload lowered the limit. */
  @Override
  public boolean await(long nanos) {
    long until = nanos;
    for (; ; ) {
      if (!slot.context.parkUntil(until, slot)) {
        return false;
      }
      long now = slot.context.ticker().nanos();
      long wait = slot.limiter.freeNanos(now, 1);
      if (wait == 0) {
        return true;
      }
      if (wait < 0 || now + wait - arrival > borrowNanos) {
        return false;
      }
      until = now + wait;
    }
  }

  @Override
  public void undo(long permit, long now) {
    release();
  }

  @Override
  public Verdict refusal(long now) {
    return slot.borrowRefusal(now, borrowNanos);
  }

  /** Counts the call when it goes. */
  private final class Redeeming implements Slot {

    @Override
    public boolean isFull(long now) {
      return false; // for the other step to say
    }

    @Override
    public long take(long now) {
      if (!reserved) {
        return slot.take(now);
      }
      long permit = slot.limiter.takeReserved(now);
      if (permit != REFUSED) {
        release();
      }
      return permit;
    }

    @Override
    public void undo(long permit, long now) {
      slot.undo(permit, now);
    }

    @Override
    public Verdict refusal(long now) {
      return BorrowedPermit.this.refusal(now);
    }
  }
}
