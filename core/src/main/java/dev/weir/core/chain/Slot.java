package dev.weir.core.chain;

import dev.weir.core.Verdict;
import java.util.Map;

/**
 * One rule of one entry at work. Thread-safe. It takes permits for calls that may still be refused
 * by another slot, so that whatever it takes can be undone.
 */
public interface Slot {

  /** What {@link #take} returns for no permit. */
  long REFUSED = -1;

  /**
   * Whether {@link #take} would refuse. Takes nothing and waits for nothing: asked of all slots
   * before the first permit is taken, so that a refusal usually leaves no trace even for a moment.
   */
  boolean isFull(long now);

  /**
   * Takes a permit.
   *
   * @param now the caller's latest reading of the ticker
   * @return 0 or more, for {@link #undo}; or {@link #REFUSED}
   */
  long take(long now);

  /**
   * Gives back what {@link #take} returned for a call that another slot then refused.
   *
   * @param now as {@link #take} was given it
   */
  void undo(long permit, long now);

  /** Why it just refused. */
  Verdict refusal(long now);

  /**
   * Whether it is as good as a new one: nothing of what it has granted, seen or been told matters
   * to calls to come. Slots of single keys are asked, which are dropped then. What it says counts
   * only if no call is being judged meanwhile; but one may be ending.
   *
   * @param now a reading of the ticker, of any age
   */
  default boolean isIdle(long now) {
    return false;
  }

  /**
   * What it is doing, for users to see: words of the rule file's style, with texts, whole numbers
   * and ratios.
   */
  default Map<String, Object> state(long now) {
    return Map.of();
  }
}
