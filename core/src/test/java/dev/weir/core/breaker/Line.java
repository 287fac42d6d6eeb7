package dev.weir.core.breaker;

import dev.weir.core.EngineEvent;
import dev.weir.core.FakeTicker;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Verdict;
import dev.weir.core.Waiting;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A callee behind a breaker, on a clock that a test moves. Of one thread. */
final class Line {

  /** What an application throws. */
  static final Outcome FAILED = Outcome.threw(new IllegalStateException("broken"), null);

  private static final BreakerSlotType TYPE = new BreakerSlotType();

  final FakeTicker ticker = new FakeTicker(-7);
  final List<EngineEvent> events = new ArrayList<>();
  private final Entry entry = Rulebook.entry("orders", "web:GET /orders/{id}");
  private final SlotContext context =
      new SlotContext(entry, null, ticker, ticker.nanos(), events::add, Waiting.ALLOWED);
  private BreakerSlot slot;

  Line(RuleBuilder rule) {
    slot = (BreakerSlot) TYPE.slot(rule.rule(), context, null);
  }

  void reload(RuleBuilder rule) {
    slot = (BreakerSlot) TYPE.slot(rule.rule(), context, slot);
  }

  Line advance(long nanos) {
    ticker.advance(nanos);
    return this;
  }

  /** A call that is asked for now; null if it is refused. */
  @Nullable Call ask() {
    long now = ticker.nanos();
    boolean full = slot.isFull(now);
    long permit = slot.take(now);
    if (full && permit != Slot.REFUSED) {
      throw new AssertionError("admitted though full");
    }
    return permit == Slot.REFUSED ? null : new Call(slot, permit, now);
  }

  /** A call that must be admitted. */
  Call begin() {
    return Objects.requireNonNull(ask(), "refused");
  }

  /** Whether a call would be admitted, without a trace. */
  boolean admits() {
    Call call = ask();
    if (call == null) {
      return false;
    }
    call.undo();
    return true;
  }

  /** A call that ends after {@code nanos}; the clock moves on. */
  Line call(long nanos, Outcome outcome) {
    Call call = begin();
    advance(nanos);
    call.end(outcome);
    return this;
  }

  Line calls(int count, long nanos, Outcome outcome) {
    for (int i = 0; i < count; i++) {
      call(nanos, outcome);
    }
    return this;
  }

  Verdict refusal() {
    return slot.refusal(ticker.nanos());
  }

  BreakerSnapshot snapshot() {
    return slot.snapshot(ticker.nanos());
  }

  String state() {
    return snapshot().state();
  }

  /** Of the latest event. */
  String told() {
    return events.get(events.size() - 1).text();
  }

  List<EngineEvent.Type> types() {
    return events.stream().map(EngineEvent::type).toList();
  }

  final class Call {
    private final BreakerSlot admitting;
    private final long permit;
    private final long start;

    Call(BreakerSlot admitting, long permit, long start) {
      this.admitting = admitting;
      this.permit = permit;
      this.start = start;
    }

    long permit() {
      return permit;
    }

    void end(Outcome outcome) {
      admitting.exit(permit, start, ticker.nanos(), outcome);
    }

    void end() {
      end(Outcome.RETURNED);
    }

    void undo() {
      admitting.undo(permit, start);
    }
  }
}
