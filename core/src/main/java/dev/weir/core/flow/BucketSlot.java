package dev.weir.core.flow;

import dev.weir.core.Verdict;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.DurationText;
import java.util.LinkedHashMap;
import java.util.Map;

/** Grants what a bucket of tokens holds. */
final class BucketSlot extends FlowSlot {

  private final int burst;

  BucketSlot(FlowRule rule, SlotContext context, FlowLimiter limiter, int burst) {
    super(rule, context, limiter);
    this.burst = burst;
  }

  @Override
  public Verdict refusal(long now) {
    long retryAfter = limiter.retryAfterNanos(now);
    return refusal(subject() + why(retryAfter), retryAfter);
  }

  private String why(long retryAfter) {
    return retryAfter < 0
        ? "no call is granted"
        : "the burst of "
            + burst
            + " is used up; the next call is granted in "
            + DurationText.rounded(retryAfter);
  }

  @Override
  public Map<String, Object> state(long now) {
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("limit", rule.limit().toString());
    words.put("burst", (long) burst);
    Pacer pacer = limiter.pacer();
    words.put("free", pacer == null ? 0L : pacer.free(now));
    putWarmth(words, now);
    return words;
  }
}
