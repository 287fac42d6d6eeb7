package dev.weir.core.chain;

import dev.weir.core.CallAttributes;
import dev.weir.core.Verdict;

/** What judges the calls of one name. Immutable and thread-safe. */
public sealed interface CallJudge permits SlotChain, ConditionalJudge {

  /** Whether {@link #enter} asks for attributes of the call. */
  boolean needsAttributes();

  /** Judges a call of which nothing is known but its name. */
  default Verdict enter(long now) {
    return enter(now, CallAttributes.NONE);
  }

  /**
   * Judges a call. One that is admitted must be ended by the verdict's admission.
   *
   * @param now a reading of the ticker just before
   */
  Verdict enter(long now, CallAttributes attributes);
}
