package dev.weir.core.chain;

import dev.weir.core.BlockReason;
import dev.weir.core.Verdict;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.Rule;

/** {@code absent: refuse}: refuses the calls that have no value for a rule to count by. */
final class MissingKeySlot implements Slot {

  private final Verdict refusal;

  MissingKeySlot(Rule rule, SlotContext context, KeyPart missing) {
    refusal =
        Verdict.block(
            reason(rule),
            context.entry(),
            rule.display(),
            context.subject(rule.kind(), rule) + ": the call has no " + missing,
            -1);
  }

  private static BlockReason reason(Rule rule) {
    for (BlockReason reason : BlockReason.values()) {
      if (reason.key().equals(rule.kind())) {
        return reason;
      }
    }
    throw new IllegalArgumentException("no reason for " + rule.kind());
  }

  @Override
  public boolean isFull(long now) {
    return true;
  }

  @Override
  public long take(long now) {
    return REFUSED;
  }

  @Override
  public void undo(long permit, long now) {
    throw new IllegalStateException("nothing was taken");
  }

  @Override
  public Verdict refusal(long now) {
    return refusal;
  }
}
