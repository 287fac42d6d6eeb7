package dev.weir.core.breaker;

import dev.weir.core.EngineEvent;
import dev.weir.core.EngineListener;
import dev.weir.core.FakeTicker;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Waiting;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;

/** A breaker of Weir's with {@code slow-ratio: 50%}, all else as by default. */
final class SlotJudge implements Traffic.Judge, EngineListener {

  private final FakeTicker ticker = new FakeTicker();
  private final BreakerRule rule;
  private final SlotContext context =
      new SlotContext(
          Rulebook.entry("orders", "web:GET /orders"), null, ticker, 0, this, Waiting.ALLOWED);
  private BreakerSlot slot;
  private boolean open;

  /**
   * @param confidence 0 for none
   */
  SlotJudge(double confidence) {
    rule = RuleBuilder.breaker().slow(Traffic.SLOW_CALL, 0.5).confidence(confidence).rule();
    slot = new BreakerSlot(rule, context);
  }

  @Override
  public void reset(long now) {
    ticker.set(now);
    slot = new BreakerSlot(rule, context);
    open = false;
  }

  @Override
  public long begin(long now) {
    return slot.take(now);
  }

  @Override
  public void end(long permit, long start, long now, boolean slow) {
    if (permit != Slot.REFUSED) {
      slot.exit(permit, start, now, Outcome.RETURNED);
    }
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void on(EngineEvent event) {
    open |= event.type() == EngineEvent.Type.BREAKER_OPENED;
  }
}
