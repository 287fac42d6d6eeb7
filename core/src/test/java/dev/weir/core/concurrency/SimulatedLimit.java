package dev.weir.core.concurrency;

import dev.weir.core.EngineListener;
import dev.weir.core.FakeTicker;
import dev.weir.core.Outcome;
import dev.weir.core.Parking;
import dev.weir.core.Rulebook;
import dev.weir.core.Waiting;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;

/** A limit in a simulation: Weir's own, or a model of another's. */
interface SimulatedLimit {

  /** Whether a call may go. */
  boolean take(long now);

  void end(long startNanos, long endNanos, Outcome outcome);

  int limit();

  static SimulatedLimit fixed(int max) {
    return new OfRule(new Limit.Fixed(max));
  }

  static SimulatedLimit adaptive(int min, int max) {
    return new OfRule(new Limit.Adaptive(min, max));
  }

  /** What a rule of the file does. */
  final class OfRule implements SimulatedLimit {

    private final FakeTicker ticker = new FakeTicker();
    private final ConcurrencySlot slot;

    OfRule(Limit limit) {
      ConcurrencyRule rule =
          new ConcurrencyRule(
              null,
              null,
              limit,
              0,
              Integer.MAX_VALUE,
              ConcurrencyRule.DEFAULT_MAX_HOLD_NANOS,
              null);
      SlotContext context =
          new SlotContext(
              Rulebook.entry("x", "method:a.B#c"),
              null,
              ticker,
              0,
              EngineListener.NONE,
              Waiting.NEVER);
      slot =
          new ConcurrencySlot(
              rule, context, new ConcurrencyLimiter(ticker, Parking.ofThreads(), limit));
    }

    @Override
    public boolean take(long now) {
      ticker.set(now);
      return slot.take(now) != Slot.REFUSED;
    }

    @Override
    public void end(long startNanos, long endNanos, Outcome outcome) {
      ticker.set(endNanos);
      slot.exit(0, startNanos, endNanos, outcome);
    }

    @Override
    public int limit() {
      return slot.snapshot().max();
    }
  }
}
