package dev.weir.core.concurrency;

import dev.weir.core.BlockReason;
import dev.weir.core.EngineEvent;
import dev.weir.core.Outcome;
import dev.weir.core.Verdict;
import dev.weir.core.chain.FollowingSlot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.DurationText;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One {@code concurrency} of one entry, or of one key of it.
 *
 * <p>A permit is 0 where it was free, 1 where it was waited for, and the number of a hold from 2 on
 * where the call has become asynchronous.
 */
public final class ConcurrencySlot implements FollowingSlot {

  private final ConcurrencyRule rule;
  private final SlotContext context;
  private final ConcurrencyLimiter limiter;
  private final Holds.Expiry expiry;
  private final String limitText;
  private final String usualMessage;

  ConcurrencySlot(ConcurrencyRule rule, SlotContext context, ConcurrencyLimiter limiter) {
    this.rule = rule;
    this.context = context;
    this.limiter = limiter;
    this.expiry = new Report();
    limitText = context.subject("concurrency.max " + rule.max(), rule) + ": ";
    usualMessage = message(rule.max(), 0);
  }

  ConcurrencyLimiter limiter() {
    return limiter;
  }

  @Override
  public boolean isFull(long now) {
    return limiter.isFull(now, rule, context.waiting(), expiry);
  }

  @Override
  public long take(long now) {
    long permit = limiter.take();
    return permit != REFUSED ? permit : limiter.take(now, rule, context.waiting(), expiry);
  }

  @Override
  public void undo(long permit, long now) {
    limiter.release();
  }

  @Override
  public void exit(long permit, long startNanos, long endNanos, Outcome outcome) {
    if (permit < Holds.FIRST) {
      limiter.release();
    } else {
      limiter.endHold(permit);
    }
  }

  @Override
  public long detach(long permit, long startNanos) {
    return permit < Holds.FIRST ? limiter.hold(startNanos) : permit;
  }

  @Override
  public Verdict refusal(long now) {
    ConcurrencySnapshot seen = limiter.snapshot();
    // Others may have left since: it was refused for as many as may be inside, or more.
    int inside = Math.max(seen.inside(), rule.max());
    String message =
        inside == rule.max() && seen.waiting() == 0
            ? usualMessage
            : message(inside, seen.waiting());
    return Verdict.block(
        BlockReason.CONCURRENCY,
        context.entry(),
        rule.display(),
        rule.maxWaitNanos() == 0 ? message : message + waitText(context.ticker().nanos() - now),
        -1);
  }

  /** An asynchronous call that never ends does not hold its key for longer than its permit. */
  @Override
  public boolean knowsWhoIsInside() {
    return true;
  }

  @Override
  public boolean isIdle(long now) {
    return limiter.isIdle(now, rule, expiry);
  }

  private String message(int inside, int waiting) {
    if (rule.max() == 0) {
      return limitText + "no call is admitted";
    }
    String message = limitText + inside + (inside == 1 ? " call is" : " calls are") + " inside";
    return waiting == 0 ? message : message + ", " + waiting + (waiting == 1 ? " waits" : " wait");
  }

  /** Of a call that came {@code nanos} ago. One that was refused at once has not waited. */
  private String waitText(long nanos) {
    if (rule.max() == 0) {
      return "";
    }
    if (nanos >= rule.maxWaitNanos()) {
      return "; it waited " + DurationText.rounded(nanos);
    }
    if (Thread.currentThread().isInterrupted()) {
      return "; it was interrupted after " + DurationText.rounded(nanos);
    }
    return "";
  }

  ConcurrencySnapshot snapshot() {
    return limiter.snapshot();
  }

  @Override
  public Map<String, Object> state(long now) {
    ConcurrencySnapshot seen = limiter.snapshot();
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("max", (long) seen.max());
    words.put("inside", (long) seen.inside());
    words.put("waiting", (long) seen.waiting());
    words.put("asynchronous", (long) seen.held());
    words.put("holds-expired", seen.expiredHolds());
    return words;
  }

  /** Says which calls have lost their permits. */
  private final class Report implements Holds.Expiry {

    @Override
    public void expired(long heldNanos, long now) {
      String text =
          "has an asynchronous call that has not ended for "
              + DurationText.rounded(heldNanos)
              + " (max-hold "
              + DurationText.of(rule.maxHoldNanos())
              + "); its permit is free again";
      context.tell(EngineEvent.Type.HOLD_EXPIRED, rule, text, now);
    }
  }
}
