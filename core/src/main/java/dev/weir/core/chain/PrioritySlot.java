package dev.weir.core.chain;

import dev.weir.core.CallAttributes;
import org.jspecify.annotations.Nullable;

/** A slot that judges some calls otherwise than the rest. */
public interface PrioritySlot extends Slot {

  /** Whether there are such calls. */
  boolean hasPriority();

  /** What judges the call instead; null for one like the rest. Of one call. */
  @Nullable BorrowingSlot borrowing(CallAttributes attributes);
}
