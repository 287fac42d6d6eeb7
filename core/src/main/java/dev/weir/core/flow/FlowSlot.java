package dev.weir.core.flow;

import dev.weir.core.BlockReason;
import dev.weir.core.Verdict;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import java.util.Map;

/** One {@code flow} of one entry, or of one key of it. */
abstract class FlowSlot implements Slot {

  final FlowRule rule;
  final SlotContext context;
  final FlowLimiter limiter;

  FlowSlot(FlowRule rule, SlotContext context, FlowLimiter limiter) {
    this.rule = rule;
    this.context = context;
    this.limiter = limiter;
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
  public boolean isIdle(long now) {
    return limiter.isIdle(now);
  }

  Verdict refusal(String message, long retryAfterNanos) {
    return Verdict.block(
        context.reason(BlockReason.FLOW),
        context.entry(),
        rule.display(),
        message,
        retryAfterNanos);
  }

  /** What begins a message. */
  String subject() {
    String what = "flow.limit " + rule.limit();
    if (rule.pacing() != null && rule.pacing().burst() > 1) {
      what += " with burst " + rule.pacing().burst();
    }
    if (rule.warmUp() != null) {
      double share = limiter.warmth(context.ticker().nanos());
      what += ", " + Math.round(100 * share) + " % warm,";
    }
    return context.subject(what, rule) + ": ";
  }

  void putWarmth(Map<String, Object> words, long now) {
    if (rule.warmUp() != null) {
      words.put("warmth", limiter.warmth(now));
    }
  }

  /** {@code 1 call waits}, {@code 2 calls wait}. */
  static String calls(long count, String ofOne, String ofMany) {
    return count + (count == 1 ? " call " + ofOne : " calls " + ofMany);
  }
}
