package dev.weir.core.chain;

import dev.weir.core.Verdict;

/**
 * Of a key whose rule has come to limit nothing, for calls that were about to be judged by what it
 * was before. Such a key is not looked up any more.
 */
final class UnlimitedSlot implements Slot {

  @Override
  public boolean isFull(long now) {
    return false;
  }

  @Override
  public long take(long now) {
    return 0;
  }

  @Override
  public void undo(long permit, long now) {
    // It counts nothing.
  }

  @Override
  public Verdict refusal(long now) {
    throw new IllegalStateException("it refuses nothing");
  }

  @Override
  public boolean isIdle(long now) {
    return true;
  }
}
