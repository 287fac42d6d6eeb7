package dev.weir.core.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.EngineListener;
import dev.weir.core.FakeTicker;
import dev.weir.core.Rulebook;
import dev.weir.core.Waiting;
import dev.weir.core.chain.BorrowingSlot;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random calls, some of priority, against a list of all grants. */
class PriorityModelTest {

  private static final int SCHEDULES = 10_000;
  private static final long SECOND = 1_000_000_000;

  @Test
  void noPeriodHoldsMoreAndEachWaitingCallGetsItsPermit() {
    long first = System.nanoTime();
    long borrowed = 0;
    long refused = 0;
    for (long seed = first; seed < first + SCHEDULES; seed++) {
      Schedule schedule = new Schedule(seed);
      schedule.run();
      borrowed += schedule.borrowed;
      refused += schedule.refused;
    }
    assertThat(borrowed).isGreaterThan(SCHEDULES);
    assertThat(refused).isGreaterThan(SCHEDULES);
  }

  private record Waiter(BorrowingSlot slot, long permit, long arrival, long instant) {}

  private static final class Schedule {
    private final long seed;
    private final Random random;
    private final FakeTicker ticker = new FakeTicker();
    private final int limit;
    private final long borrow;
    private final WindowSlot slot;
    private final List<Long> grants = new ArrayList<>();
    private final List<Waiter> waiting = new ArrayList<>();
    private long borrowed;
    private long refused;

    Schedule(long seed) {
      this.seed = seed;
      random = new Random(seed);
      limit = 1 + random.nextInt(6);
      borrow = 1 + random.nextLong(2 * SECOND);
      FlowRule rule = FlowBench.borrowing(limit, borrow);
      SlotContext context =
          new SlotContext(
              Rulebook.entry("a", "web:GET /a"),
              null,
              ticker,
              0,
              EngineListener.NONE,
              Waiting.ALLOWED);
      slot = new WindowSlot(rule, context, new FlowLimiter(ticker, rule));
    }

    void run() {
      for (int op = 0; op < 120; op++) {
        switch (random.nextInt(6)) {
          case 0, 1 -> ordinary();
          case 2 -> ofPriority();
          case 3 -> giveUp();
          default -> pass(random.nextLong(SECOND / 3));
        }
      }
    }

    private void ordinary() {
      long now = ticker.nanos();
      boolean granted = slot.take(now) >= 0;
      long held = since(now - SECOND - SECOND / 64) + waiting.size();
      check(granted || held >= limit, "refused though " + held + " are held or reserved");
      check(!granted || since(now - SECOND) + waiting.size() < limit, "took what is reserved");
      note(granted, now);
    }

    private void ofPriority() {
      long now = ticker.nanos();
      BorrowingSlot call =
          Objects.requireNonNull(slot.borrowing(part -> "high"), "a call of priority");
      long permit = call.take(now);
      long delay = permit == Slot.REFUSED ? 0 : call.delayNanos(permit, now);
      if (permit == Slot.REFUSED) {
        check(since(now - SECOND - SECOND / 64) + waiting.size() >= limit, "refused too soon");
        check(
            waiting.size() >= limit || free(now) > borrow - SECOND / 64 - 1,
            "refused though one is free within borrow");
      } else if (permit == 0) {
        check(since(now - SECOND) + waiting.size() < limit, "took what is reserved");
        note(call.redeeming().take(now) >= 0, now);
      } else {
        long exact = free(now);
        check(
            delay >= exact && delay <= exact + SECOND / 64 + 1,
            "waits " + delay + ", where its permit is free in " + exact);
        waiting.add(new Waiter(call, permit, now, now + delay));
      }
    }

    /** When the permit behind those that are reserved comes free, from now on. */
    private long free(long now) {
      List<Long> last = grants.stream().filter(at -> at > now - SECOND).toList();
      int leave = last.size() - limit + waiting.size() + 1;
      return leave <= 0 ? 0 : leave > last.size() ? 9 * SECOND : last.get(leave - 1) + SECOND - now;
    }

    private void giveUp() {
      if (!waiting.isEmpty() && random.nextInt(4) == 0) {
        Waiter waiter = waiting.remove(random.nextInt(waiting.size()));
        waiter.slot.undo(waiter.permit, waiter.arrival);
      }
    }

    /** Those whose time comes meanwhile go. */
    private void pass(long nanos) {
      long end = ticker.nanos() + nanos;
      waiting.sort((a, b) -> Long.compare(a.instant, b.instant));
      Iterator<Waiter> next = waiting.iterator();
      while (next.hasNext()) {
        Waiter waiter = next.next();
        if (waiter.instant > end) {
          break;
        }
        ticker.set(Math.max(ticker.nanos(), waiter.instant));
        boolean granted = waiter.slot.redeeming().take(ticker.nanos()) >= 0;
        check(granted, "found no permit after its wait");
        borrowed++;
        next.remove();
        note(true, ticker.nanos());
      }
      ticker.set(end);
    }

    private void note(boolean granted, long now) {
      if (!granted) {
        refused++;
        return;
      }
      grants.add(now);
      check(since(now - SECOND) <= limit, "more than the limit in a period");
    }

    private long since(long instant) {
      return grants.stream().filter(at -> at > instant).count();
    }

    private void check(boolean holds, String otherwise) {
      if (!holds) {
        throw new AssertionError("seed " + seed + ", limit " + limit + ": " + otherwise);
      }
    }
  }
}
