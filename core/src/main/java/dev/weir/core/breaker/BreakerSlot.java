package dev.weir.core.breaker;

import dev.weir.core.BlockReason;
import dev.weir.core.Outcome;
import dev.weir.core.Verdict;
import dev.weir.core.chain.FollowingSlot;
import dev.weir.core.chain.SlotContext;
import java.util.Map;

/**
 * One {@code breaker} of one entry. A reload makes another slot of the same {@link Breaker}; calls
 * that this one admitted end here, and are judged by its rule.
 */
final class BreakerSlot implements FollowingSlot {

  private final BreakerSettings settings;
  private final Breaker breaker;
  private final String subject;

  BreakerSlot(BreakerRule rule, SlotContext context) {
    this.settings = new BreakerSettings(rule, context);
    this.breaker = new Breaker(settings);
    this.subject = subject(settings);
  }

  /** Goes on with the breaker of {@code before}. */
  BreakerSlot(BreakerRule rule, SlotContext context, BreakerSlot before) {
    this.settings = new BreakerSettings(rule, context);
    this.breaker = before.breaker;
    this.subject = subject(settings);
    breaker.change(settings);
  }

  private static String subject(BreakerSettings settings) {
    SlotContext context = settings.context;
    return context.subject("breaker", settings.rule) + (context.key() == null ? " is " : ", is ");
  }

  @Override
  public boolean isFull(long now) {
    return breaker.isFull(now);
  }

  @Override
  public long take(long now) {
    return breaker.take(settings, now);
  }

  @Override
  public void undo(long permit, long now) {
    breaker.undo(settings, permit, now);
  }

  @Override
  public void exit(long permit, long startNanos, long endNanos, Outcome outcome) {
    breaker.exit(settings, permit, startNanos, endNanos, outcome);
  }

  @Override
  public Verdict refusal(long now) {
    return Verdict.block(
        BlockReason.BREAKER,
        settings.context.entry(),
        settings.rule.display(),
        subject + breaker.refusal(now),
        breaker.retryAfterNanos(now));
  }

  /** Not asked while a call is inside: it does not know. */
  @Override
  public boolean isIdle(long now) {
    return breaker.isIdle(now);
  }

  /** What its breaker is now. */
  BreakerSnapshot snapshot(long now) {
    return breaker.snapshot(now);
  }

  @Override
  public Map<String, Object> state(long now) {
    return breaker.snapshot(now).state(now);
  }
}
