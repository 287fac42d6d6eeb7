package dev.weir.core.chain;

import dev.weir.core.Admission;
import dev.weir.core.Outcome;
import java.util.Arrays;

/** Of a call that holds permits to be remembered, or has waited. */
final class HeldAdmission implements Admission {

  private final SlotChain chain;

  /** When it was admitted: after any wait. */
  private final long admittedNanos;

  final boolean enforcedOnly;

  /** Of each step that takes; {@link Slot#REFUSED} where none is held. */
  final long[] permits;

  /**
   * @param enforcedOnly whether observed steps hold nothing of the call
   */
  HeldAdmission(SlotChain chain, int steps, long admittedNanos, boolean enforcedOnly) {
    this.chain = chain;
    this.admittedNanos = admittedNanos;
    this.enforcedOnly = enforcedOnly;
    this.permits = new long[steps];
    Arrays.fill(permits, Slot.REFUSED);
  }

  @Override
  public void exit(long startNanos, Outcome outcome) {
    chain.end(admittedNanos, outcome, this, enforcedOnly);
  }

  @Override
  public Admission detach(long startNanos) {
    return chain.detach(admittedNanos, this, enforcedOnly);
  }
}
