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

  /** Of the last refusal, for the next. */
  private volatile Wording wording;

  ConcurrencySlot(ConcurrencyRule rule, SlotContext context, ConcurrencyLimiter limiter) {
    this.rule = rule;
    this.context = context;
    this.limiter = limiter;
    this.expiry = new Report();
    this.wording = new Wording(rule.limit(), rule.limit().start());
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
    limiter.end(permit, startNanos, endNanos, outcome);
  }

  @Override
  public long detach(long permit, long startNanos) {
    return permit < Holds.FIRST ? limiter.hold(startNanos) : permit;
  }

  @Override
  public Verdict refusal(long now) {
    ConcurrencySnapshot seen = limiter.snapshot();
    Wording words = wording(seen.max());
    // Others may have left since: it was refused for as many as may be inside, or more.
    String message = words.message(Math.max(seen.inside(), words.max), seen.waiting());
    return Verdict.block(
        context.reason(BlockReason.CONCURRENCY),
        context.entry(),
        rule.display(),
        rule.maxWaitNanos() == 0 || words.max == 0
            ? message
            : message + waitText(context.ticker().nanos() - now),
        -1);
  }

  /** Of the limit in force: that of a call which waits may be replaced meanwhile. */
  private Wording wording(int max) {
    Wording last = wording;
    Limit limit = limiter.limit();
    if ((last.max == max && last.limit == limit) || max == Limit.UNLIMITED) {
      return last;
    }
    Wording now = new Wording(limit, max);
    wording = now;
    return now;
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

  /** Of a call that came {@code nanos} ago. One that was refused at once has not waited. */
  private String waitText(long nanos) {
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
    if (limiter.limit() instanceof Limit.Adaptive bounds) {
      words.put("limit", (long) seen.max());
      words.put("min", (long) bounds.min());
      words.put("max", (long) bounds.max());
      words.put("no-load-latency", noLoadLatency());
    } else {
      words.put("max", (long) seen.max());
    }
    words.put("inside", (long) seen.inside());
    words.put("waiting", (long) seen.waiting());
    words.put("asynchronous", (long) seen.held());
    words.put("holds-expired", seen.expiredHolds());
    return words;
  }

  private String noLoadLatency() {
    long nanos = limiter.baselineNanos();
    return nanos == 0 ? "unknown" : DurationText.rounded(nanos);
  }

  /** What refusals under one limit say. */
  private final class Wording {

    private final Limit limit;
    private final int max;
    private final String subject;
    private final String usual;

    Wording(Limit limit, int max) {
      this.limit = limit;
      this.max = max;
      String what =
          limit instanceof Limit.Adaptive bounds
              ? "concurrency.adaptive limit "
                  + max
                  + " ("
                  + bounds.min()
                  + " to "
                  + bounds.max()
                  + ")"
              : "concurrency.max " + max;
      subject = context.subject(what, rule) + ": ";
      usual = max == 0 ? subject + "no call is admitted" : counted(max, 0);
    }

    String message(int inside, int waiting) {
      return max == 0 || (inside == max && waiting == 0) ? usual : counted(inside, waiting);
    }

    private String counted(int inside, int waiting) {
      String message = subject + inside + (inside == 1 ? " call is" : " calls are") + " inside";
      return waiting == 0
          ? message
          : message + ", " + waiting + (waiting == 1 ? " waits" : " wait");
    }
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
