package dev.weir.core.concurrency;

import dev.weir.core.EngineListener;
import dev.weir.core.FakeTicker;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Waiting;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.concurrency.NaiveAdaptation.End;
import dev.weir.core.concurrency.NaiveAdaptation.Step;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A random schedule on a slot whose limit adapts: calls of all ends and lengths, in times of little
 * and of much load, with edits of the bounds, and to a fixed limit and back. After every step it is
 * compared with {@link NaiveAdaptation} and a list of who is inside.
 */
final class AdaptiveSchedule {

  /** So long that samples are added without rounding. */
  private static final long UNIT = 1 << 20;

  private static final int STEPS = 800;

  /** A call inside. */
  private record Call(long permit, long start) {}

  private final long seed;
  private final Random random;
  private final FakeTicker ticker;
  private final SlotContext context;
  private final List<Call> calls = new ArrayList<>();
  private final Map<Step, Integer> steps = new EnumMap<>(Step.class);

  private Limit limit;
  private ConcurrencySlot slot;
  private NaiveAdaptation model;
  private int fixed;
  private int arrivals;
  private int troubles;
  private int raised;

  AdaptiveSchedule(long seed) {
    this.seed = seed;
    random = new Random(seed);
    ticker = new FakeTicker(random.nextBoolean() ? random.nextLong() : Long.MAX_VALUE - UNIT);
    context =
        new SlotContext(
            Rulebook.entry("x", "method:a.B#c"),
            null,
            ticker,
            0,
            EngineListener.NONE,
            Waiting.NEVER);
    Limit.Adaptive bounds = bounds();
    limit = bounds;
    slot = slot(null);
    model = new NaiveAdaptation(bounds.min(), bounds.max(), bounds.min(), ticker.nanos());
  }

  private Limit.Adaptive bounds() {
    int min = 1 + random.nextInt(12);
    return new Limit.Adaptive(min, min + random.nextInt(60));
  }

  private ConcurrencySlot slot(@Nullable ConcurrencySlot before) {
    ConcurrencyRule rule =
        new ConcurrencyRule(null, null, limit, 0, Integer.MAX_VALUE, Long.MAX_VALUE, null);
    return (ConcurrencySlot)
        Objects.requireNonNull(new ConcurrencySlotType().slot(rule, context, before));
  }

  Map<Step, Integer> steps() {
    return steps;
  }

  int raised() {
    return raised;
  }

  AdaptiveSchedule run() {
    for (int step = 0; step < STEPS; step++) {
      if (step % 200 == 0) {
        arrivals = 1 + random.nextInt(15);
        troubles = random.nextInt(3) == 0 ? random.nextInt(4) : 0;
      }
      if (random.nextInt(500) == 0) {
        reload();
      }
      ticker.advance(random.nextInt(16) * UNIT);
      int ends = random.nextInt(6);
      for (int i = random.nextInt(arrivals); i > 0; i--) {
        arrive();
      }
      while (ends-- > 0 && !calls.isEmpty()) {
        end();
      }
    }
    while (!calls.isEmpty()) {
      end();
    }
    return this;
  }

  private int inForce() {
    return limit instanceof Limit.Adaptive ? model.inForce() : fixed;
  }

  private void arrive() {
    long now = ticker.nanos();
    boolean free = calls.size() < inForce();
    check(slot.isFull(now) != free, "isFull");
    long permit = slot.take(now);
    check((permit != Slot.REFUSED) == free, "take");
    if (!free) {
      return;
    }
    if (random.nextInt(16) == 0) {
      slot.undo(permit, now);
    } else {
      long held = random.nextInt(8) == 0 ? slot.detach(permit, now) : permit;
      calls.add(new Call(held, now));
    }
    compare();
  }

  private void end() {
    Call call = calls.remove(random.nextInt(calls.size()));
    long now = ticker.nanos();
    int inside = calls.size() + 1;
    Outcome outcome = outcome();
    boolean overload = outcome.status() == 503 || outcome.thrown() instanceof TimeoutException;
    int before = inForce();
    boolean experiment = model.experiments();
    slot.exit(call.permit, call.start, now, outcome);
    if (limit instanceof Limit.Adaptive bounds) {
      End end =
          new End(
              call.start, now, inside, !outcome.isGivenUp(), outcome.thrown() != null, overload);
      Step step = model.end(end);
      steps.merge(step, 1, Integer::sum);
      checkStep(step, before, experiment, bounds);
    }
    compare();
  }

  private Outcome outcome() {
    int kind = random.nextInt(40);
    if (kind < troubles) {
      return random.nextBoolean()
          ? Outcome.status(503)
          : Outcome.threw(new TimeoutException(), null);
    }
    return switch (kind) {
      case 39 -> Outcome.GIVEN_UP;
      case 38 -> Outcome.threw(new IllegalStateException(), null);
      default -> Outcome.RETURNED;
    };
  }

  /** What holds whatever the formula. */
  private void checkStep(Step step, int before, boolean experiment, Limit.Adaptive bounds) {
    int after = slot.snapshot().max();
    check(after >= bounds.min() && after <= bounds.max(), "out of bounds: " + after);
    if (experiment) {
      return; // Returns to where it was, or below: the model knows.
    }
    boolean raises = after > before;
    raised += raises ? 1 : 0;
    check(!raises || model.peak() >= before - before / 8, "raised though not used");
    check(!raises || step == Step.FOLLOWED || step == Step.EXPERIMENT, "raised by " + step);
    check(after <= 2 * before + 1, "raised from " + before + " to " + after);
    check(after >= before / 2, "lowered from " + before + " to " + after);
    check(step != Step.FOLLOWED || after >= (int) (0.75 * before), "lowered to " + after);
  }

  private void reload() {
    boolean wasAdaptive = limit instanceof Limit.Adaptive;
    if (random.nextInt(3) == 0) {
      fixed = 1 + random.nextInt(30);
      limit = new Limit.Fixed(fixed);
    } else {
      Limit.Adaptive bounds = bounds();
      boolean same =
          limit instanceof Limit.Adaptive last
              && last.min() == bounds.min()
              && last.max() == bounds.max();
      limit = bounds;
      if (!wasAdaptive) {
        model = new NaiveAdaptation(bounds.min(), bounds.max(), fixed, ticker.nanos());
      } else if (!same) {
        model.rebound(bounds.min(), bounds.max(), ticker.nanos());
      }
    }
    slot = slot(slot);
    compare();
  }

  private void compare() {
    ConcurrencySnapshot seen = slot.snapshot();
    check(seen.max() == inForce(), seen.max() + " instead of " + inForce());
    check(seen.inside() == calls.size(), seen.inside() + " inside instead of " + calls.size());
    long baseline = limit instanceof Limit.Adaptive ? (long) model.baseline() : 0;
    check(
        Math.abs(slot.limiter().baselineNanos() - baseline) <= 1,
        slot.limiter().baselineNanos() + " ns without load instead of " + baseline);
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError("seed " + seed + ", " + limit + ": " + otherwise);
    }
  }
}
