package dev.weir.core.access;

import dev.weir.core.BlockReason;
import dev.weir.core.CallAttributes;
import dev.weir.core.Verdict;
import dev.weir.core.chain.AskingSlot;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import dev.weir.core.rules.ResourceName;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Admits or refuses by who is calling. Counts nothing, so that there is nothing to carry over. */
final class AccessSlot implements AskingSlot {

  private static final KeyPart CALLER = new KeyPart(Source.CALLER, "");

  /** Callers that a message lists. */
  private static final int MOST_LISTED = 10;

  private final AccessRule rule;
  private final SlotContext context;

  AccessSlot(AccessRule rule, SlotContext context) {
    this.rule = rule;
    this.context = context;
  }

  @Override
  public @Nullable Slot judging(CallAttributes call) {
    String caller = call.value(CALLER);
    return rule.admits(caller) ? null : new Refused(caller);
  }

  @Override
  public Map<String, Object> state(long now) {
    return Map.of(rule.verdict().key(), listed());
  }

  private String listed() {
    StringBuilder text = new StringBuilder();
    int count = 0;
    for (String caller : rule.callers()) {
      if (count++ == MOST_LISTED) {
        text.append(", … (").append(rule.callers().size()).append(')');
        break;
      }
      text.append(text.length() == 0 ? "" : ", ").append(ResourceName.value(caller));
    }
    return text.toString();
  }

  /** Stands in the way of one call. */
  private final class Refused implements Slot {

    private final @Nullable String caller;

    Refused(@Nullable String caller) {
      this.caller = caller;
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
      String who =
          caller == null ? "a caller that is not known" : "\"" + ResourceName.value(caller) + '"';
      String message =
          context.subject("access", rule) + ": " + who + " may not call; " + rule.verdict().key();
      return Verdict.block(
          BlockReason.ACCESS, context.entry(), rule.display(), message + ": " + listed(), -1);
    }
  }
}
