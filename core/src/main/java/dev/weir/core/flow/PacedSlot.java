package dev.weir.core.flow;

import dev.weir.core.Verdict;
import dev.weir.core.chain.ReservingSlot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.DurationText;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Grants each call its instant, for which it waits.
 *
 * <p>One that is only observed grants the same instants and delays nobody, so that it would refuse
 * what it would refuse if it were enforced.
 */
final class PacedSlot extends FlowSlot implements ReservingSlot {

  private final Pacing pacing;

  PacedSlot(FlowRule rule, SlotContext context, FlowLimiter limiter, Pacing pacing) {
    super(rule, context, limiter);
    this.pacing = pacing;
  }

  @Override
  public boolean isFull(long now) {
    return limiter.isFull(now) && (!mayWait() || limiter.isFull(now, pacing));
  }

  @Override
  public long take(long arrival) {
    long permit = limiter.take(arrival);
    return permit != REFUSED || !mayWait() ? permit : limiter.reserve(arrival, pacing);
  }

  private boolean mayWait() {
    return context.delaysNobody() || context.mayPark();
  }

  @Override
  public long delayNanos(long permit, long arrival) {
    return limiter.delayNanos(permit, arrival);
  }

  @Override
  public boolean await(long nanos) {
    return context.parkUntil(nanos, this);
  }

  @Override
  public Verdict refusal(long arrival) {
    Pacer pacer = limiter.pacer();
    if (pacer == null || rule.limit().calls() == 0) {
      return refusal(subject() + "no call is granted", -1);
    }
    long waiting = pacer.waiting(arrival);
    String message = subject() + calls(waiting, "waits", "wait") + why(waiting, arrival);
    boolean waits = mayWait();
    long retryAfter =
        waits
            ? pacer.retryAfterNanos(arrival, pacing.maxWaitNanos(), pacing.maxWaiting())
            : pacer.retryAfterNanos(arrival);
    return refusal(message, retryAfter);
  }

  private String why(long waiting, long arrival) {
    if (Thread.currentThread().isInterrupted()) {
      long waited = Math.max(0, context.ticker().nanos() - arrival);
      return "; it was interrupted after " + DurationText.rounded(waited);
    }
    if (!mayWait()) {
      return "; its thread must not wait";
    }
    if (waiting >= pacing.maxWaiting()) {
      return ", and no more may (max-waiting " + pacing.maxWaiting() + ")";
    }
    return "; one more would wait longer than max-wait " + DurationText.of(pacing.maxWaitNanos());
  }

  @Override
  public Map<String, Object> state(long now) {
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("limit", rule.limit().toString());
    words.put("max-wait", DurationText.of(pacing.maxWaitNanos()));
    if (pacing.burst() > 1) {
      words.put("burst", (long) pacing.burst());
    }
    Pacer pacer = limiter.pacer();
    words.put("waiting", pacer == null || context.delaysNobody() ? 0L : pacer.waiting(now));
    words.put("slots-lost", limiter.lost());
    putWarmth(words, now);
    return words;
  }
}
