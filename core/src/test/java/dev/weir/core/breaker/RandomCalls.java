package dev.weir.core.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.EngineEvent;
import dev.weir.core.FakeTicker;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Waiting;
import dev.weir.core.breaker.BreakerRule.Force;
import dev.weir.core.breaker.NaiveBreaker.Admitted;
import dev.weir.core.breaker.NaiveBreaker.End;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A random rule and random calls through it, each step compared with a {@link NaiveBreaker}. The
 * seed tells all.
 */
final class RandomCalls {

  private static final int STEPS = 200;

  private final long seed;
  private final Random random;
  private final long origin;
  private final FakeTicker ticker;
  private final List<EngineEvent> events = new ArrayList<>();
  private final SlotContext context;
  private final List<Inside> inside = new ArrayList<>();
  private BreakerRule rule;
  private BreakerSlot slot;
  private final NaiveBreaker naive;
  private int refused;
  private int reloads;

  /** How likely a call ends badly now, of 100: callees are well or broken for a while. */
  private int bad;

  private record Inside(BreakerSlot slot, long permit, long start, Admitted naive) {}

  RandomCalls(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
    this.origin = seed % 3 == 0 ? random.nextLong() : Long.MAX_VALUE - random.nextInt(50_000);
    this.ticker = new FakeTicker(origin);
    this.context =
        new SlotContext(
            Rulebook.entry("x", "web:GET /x"), null, ticker, origin, events::add, Waiting.ALLOWED);
    this.rule = rule(null);
    this.slot = (BreakerSlot) new BreakerSlotType().slot(rule, context, null);
    this.naive = new NaiveBreaker(rule);
  }

  int refused() {
    return refused;
  }

  int opened() {
    return (int) events.stream().filter(e -> e.type() == EngineEvent.Type.BREAKER_OPENED).count();
  }

  int closed() {
    return (int) events.stream().filter(e -> e.type() == EngineEvent.Type.BREAKER_CLOSED).count();
  }

  int reloads() {
    return reloads;
  }

  private BreakerRule rule(@Nullable BreakerRule before) {
    RuleBuilder next = RuleBuilder.breaker();
    boolean slow = random.nextInt(3) > 0;
    if (slow) {
      next.slow(50 + random.nextInt(1_500), ratio());
    }
    if (!slow || random.nextBoolean()) {
      next.errorRatio(ratio());
    }
    if (random.nextInt(3) == 0) {
      next.errorCount(1 + random.nextInt(12));
    }
    next.window(1_000 + random.nextInt(20_000));
    if (before != null && random.nextBoolean()) {
      next.window(before.windowNanos());
      if (slow && before.slowCallNanos() > 0) {
        next.slow(before.slowCallNanos(), ratio());
      }
    }
    next.minCalls(1 + random.nextInt(7));
    next.confidence(new double[] {0, 0.9, 0.95, 0.99}[random.nextInt(4)]);
    next.openFor(100 + random.nextInt(3_000));
    if (random.nextBoolean()) {
      next.maxOpenFor(100 + random.nextInt(20_000));
    }
    next.probes(1 + random.nextInt(4));
    next.probeTimeout(100 + random.nextInt(3_000));
    if (random.nextBoolean()) {
      next.ramp(1 + random.nextInt(5_000));
    }
    if (random.nextInt(4) == 0) {
      next.grace(random.nextInt(5_000));
    }
    if (random.nextBoolean()) {
      next.ignore(Ignorable.class.getName());
    }
    if (random.nextInt(before == null ? 30 : 6) == 0) {
      next.force(random.nextBoolean() ? Force.OPEN : Force.CLOSED);
    }
    return next.rule();
  }

  private double ratio() {
    return new double[] {0.07, 0.1, 0.3, 0.5, 0.8, 1}[random.nextInt(6)];
  }

  RandomCalls run() {
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(25) == 0) {
        bad = random.nextInt(3) == 0 ? 0 : random.nextInt(101);
      }
      ticker.advance(pause());
      int kind = random.nextInt(100);
      if (kind < 52) {
        ask(step);
      } else if (kind < 98 || random.nextInt(3) > 0) {
        if (!inside.isEmpty()) {
          end();
        }
      } else {
        reload();
      }
      compare(step);
    }
    return this;
  }

  private long pause() {
    int kind = random.nextInt(40);
    if (kind == 0) {
      return random.nextInt(30_000);
    }
    return kind < 4 ? random.nextInt(2_000) : kind < 15 ? 0 : random.nextInt(120);
  }

  private long now() {
    return ticker.nanos() - origin;
  }

  private void ask(int step) {
    long time = ticker.nanos();
    Admitted expected = naive.ask(now());
    // Chains look first, or do not.
    boolean full = random.nextBoolean() && slot.isFull(time);
    long permit = slot.take(time);
    if ((permit != Slot.REFUSED) != (expected != null)) {
      throw new AssertionError(
          "seed %d, step %d, at %d: permit %d of %s".formatted(seed, step, now(), permit, rule));
    }
    if (expected == null) {
      refused++;
      return;
    }
    assertThat(full).as("seed %d, step %d: full, but admitted", seed, step).isFalse();
    if (random.nextInt(12) == 0) {
      slot.undo(permit, time);
      naive.undo(expected, now());
    } else {
      inside.add(new Inside(slot, permit, time, expected));
    }
  }

  private void end() {
    // Most calls are short, some go on for long, some for ever.
    int at = random.nextInt(5) > 0 ? inside.size() - 1 : random.nextInt(inside.size());
    Inside call = inside.remove(at);
    Outcome outcome = outcome();
    naive.end(call.naive, expected(outcome, call.naive.rule), now());
    call.slot.exit(call.permit, call.start, ticker.nanos(), outcome);
  }

  private Outcome outcome() {
    if (random.nextInt(12) == 0) {
      return random.nextBoolean() ? Outcome.GIVEN_UP : Outcome.threw(new Ignorable(), null);
    }
    if (random.nextInt(100) >= bad) {
      return random.nextBoolean() ? Outcome.RETURNED : Outcome.status(404);
    }
    return switch (random.nextInt(3)) {
      case 0 -> Outcome.threw(new IllegalStateException(), null);
      case 1 -> Outcome.status(500);
      default -> Outcome.status(503, random.nextInt(30_000));
    };
  }

  private static End expected(Outcome outcome, BreakerRule rule) {
    boolean ignorable = outcome.thrown() instanceof Ignorable;
    boolean counted =
        outcome != Outcome.GIVEN_UP && !(ignorable && !rule.errors().ignore().isEmpty());
    boolean error = outcome.thrown() != null || outcome.status() >= 500;
    return new End(counted, error, outcome.retryAfterNanos());
  }

  private void reload() {
    reloads++;
    rule = rule(rule);
    slot = (BreakerSlot) new BreakerSlotType().slot(rule, context, slot);
    naive.reload(rule, now());
  }

  private void compare(int step) {
    BreakerSnapshot seen = slot.snapshot(ticker.nanos());
    int[] window = naive.window(now());
    boolean same =
        seen.state().equals(naive.state())
            && seen.calls() == window[0]
            && seen.slow() == window[1]
            && seen.errors() == window[2]
            && seen.overdue() == naive.overdue(now())
            && events.size() == naive.events.size()
            && (events.isEmpty() || isSame(events.size() - 1));
    // A description of each of some million comparisons would take longer than all the rest.
    if (!same) {
      throw new AssertionError(
          "seed %d, step %d, at %d, of %s: saw %s with events %s, not %s %s, overdue %d, events %s"
              .formatted(
                  seed,
                  step,
                  now(),
                  rule,
                  seen,
                  events,
                  naive.state(),
                  Arrays.toString(window),
                  naive.overdue(now()),
                  naive.events));
    }
  }

  private boolean isSame(int event) {
    EngineEvent seen = events.get(event);
    NaiveBreaker.Event expected = naive.events.get(event);
    return seen.type() == expected.type() && seen.nanos() - origin == expected.at();
  }

  /** What rules may ignore. */
  private static final class Ignorable extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
