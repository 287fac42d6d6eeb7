package dev.weir.core.chain;

import dev.weir.core.CallAttributes;
import dev.weir.core.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * A slot that asks something of each call, and stands in the chain of those only that it may
 * refuse. Itself it takes nothing.
 */
public interface AskingSlot extends Slot {

  /** What judges this one call in its place, or null where it passes. */
  @Nullable Slot judging(CallAttributes call);

  @Override
  default boolean isFull(long now) {
    return false;
  }

  @Override
  default long take(long now) {
    return 0;
  }

  @Override
  default void undo(long permit, long now) {
    // Nothing was taken.
  }

  @Override
  default Verdict refusal(long now) {
    throw new IllegalStateException("it refuses by what judges the call");
  }
}
