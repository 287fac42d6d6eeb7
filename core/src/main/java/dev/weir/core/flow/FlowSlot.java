package dev.weir.core.flow;

import dev.weir.core.BlockReason;
import dev.weir.core.Verdict;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One {@code flow.limit} of one entry. */
final class FlowSlot implements Slot {

  private final FlowRule rule;
  private final SlotContext context;
  private final FlowLimiter limiter;

  /** Null for one key of many: it is made when it is needed, as texts are larger than counters. */
  private final @Nullable String usualMessage;

  FlowSlot(FlowRule rule, SlotContext context, FlowLimiter limiter) {
    this.rule = rule;
    this.context = context;
    this.limiter = limiter;
    usualMessage = context.key() == null ? message(rule.limit().calls()) : null;
  }

  FlowLimiter limiter() {
    return limiter;
  }

  @Override
  public boolean isFull(long now) {
    return limiter.isFull(now);
  }

  @Override
  public long take(long now) {
    return limiter.take(now);
  }

  @Override
  public void undo(long permit, long now) {
    limiter.undo(permit);
  }

  @Override
  public Verdict refusal(long now) {
    // After a lowered limit the window may hold more than it; most often it holds just the limit.
    long granted = Math.max(limiter.granted(), rule.limit().calls());
    return Verdict.block(
        BlockReason.FLOW,
        context.entry(),
        rule.display(),
        usualMessage != null && granted == rule.limit().calls() ? usualMessage : message(granted),
        limiter.retryAfterNanos(now));
  }

  @Override
  public boolean isIdle(long now) {
    return limiter.isIdle(now);
  }

  @Override
  public Map<String, Object> state(long now) {
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("limit", rule.limit().toString());
    words.put("granted", limiter.granted());
    return words;
  }

  private String message(long granted) {
    String limitText = context.subject("flow.limit " + rule.limit(), rule) + ": ";
    if (rule.limit().calls() == 0) {
      return limitText + "no call is granted";
    }
    return limitText
        + granted
        + (granted == 1 ? " call was" : " calls were")
        + " granted in the last "
        + rule.limit().periodText();
  }
}
