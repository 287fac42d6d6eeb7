package dev.weir.core.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/**
 * A random schedule on a window, checked at every step against a model that keeps every time stamp:
 * bursts, idleness, steps of a nanosecond around the edges of buckets and periods, clocks that step
 * back, readings made long ago, grants undone, limits changed.
 */
final class RandomSchedule {

  private static final long SECOND = 1_000_000_000;
  private static final long[] PERIODS = {
    1, 63, 64, 100, 999, 1_000_000, SECOND, SECOND + 7, 86_400 * SECOND, Rate.MAX_PERIOD_NANOS
  };
  private static final int[] LIMITS = {0, 1, 2, 3, 10, 100};

  private final long seed;
  private final Random random;
  private final long period;
  private final SlidingWindow window;
  private final TimeStamps model;
  private final List<long[]> undoable = new ArrayList<>();
  private final ArrayDeque<long[]> limits = new ArrayDeque<>();
  private final long end;
  private long limit;
  private long now;
  private long lastReading;

  /** What the window takes for now: the latest of all that was read for it. */
  private long latest;

  private long grants;
  private long refusals;
  private double worst;

  RandomSchedule(long seed) {
    this.seed = seed;
    random = new Random(seed);
    period = PERIODS[random.nextInt(PERIODS.length)];
    limit = LIMITS[random.nextInt(LIMITS.length)];
    now = random.nextBoolean() ? random.nextLong() : Long.MAX_VALUE - period;
    latest = now;
    end = now + Long.MAX_VALUE / 2;
    window = new SlidingWindow(this::read, new Rate(limit, period));
    model = new TimeStamps(period);
    limits.add(new long[] {latest, limit});
  }

  private long read() {
    lastReading = now;
    return now;
  }

  long grants() {
    return grants;
  }

  long refusals() {
    return refusals;
  }

  /** The most grants seen in a half-open period, as a multiple of the largest limit in it. */
  double worst() {
    return worst;
  }

  RandomSchedule run() {
    int calm = random.nextInt(4);
    for (int op = 0; op < 200 && end - now > 0; op++) {
      switch (random.nextInt(12)) {
        case 0 -> undo();
        case 1 -> changeLimit();
        case 2, 3 -> burst();
        case 4, 5, 6 -> step();
        default -> {
          take();
          for (int i = 0; i < calm; i++) {
            step();
          }
        }
      }
    }
    return this;
  }

  private void burst() {
    for (long i = 0; i < limit + 2; i++) {
      take();
    }
  }

  private void take() {
    lastReading = now;
    if (random.nextInt(8) == 0) {
      lastReading -= random.nextLong(period + 1); // read long ago
    }
    long permit = window.take(lastReading);
    latest = latest - lastReading > 0 ? latest : lastReading;
    if (permit >= 0) {
      grants++;
      model.grant(latest);
      undoable.add(new long[] {permit, latest});
      long most = model.inLastPeriod(latest);
      worst = Math.max(worst, (double) most / mostAllowed());
      check(most <= mostAllowed(), most + " grants in a period where " + mostAllowed() + " may be");
    } else {
      refusals++;
      long held = model.inLast65Of64Periods(latest);
      check(held >= limit, "refused though 65/64 periods hold " + held + " of " + limit);
    }
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError("seed " + seed + ", period " + period + " ns: " + otherwise);
    }
  }

  /** The largest limit in force at some time of the last period. */
  private long mostAllowed() {
    long most = limit;
    Iterator<long[]> newest = limits.descendingIterator();
    long[] since;
    do {
      since = newest.next();
      most = Math.max(most, since[1]);
    } while (latest - since[0] < period && newest.hasNext());
    return most;
  }

  private void undo() {
    if (!undoable.isEmpty()) {
      long[] grant = undoable.remove(random.nextInt(undoable.size()));
      window.undo(grant[0]);
      model.undo(grant[1]);
    }
  }

  private void changeLimit() {
    if (random.nextInt(10) == 0) {
      limit = LIMITS[random.nextInt(LIMITS.length)];
      window.limit(limit);
      limits.addLast(new long[] {latest, limit});
    }
  }

  private void step() {
    long bucket = Math.max(1, period / 64);
    now +=
        switch (random.nextInt(16)) {
          case 0, 1 -> 1;
          case 2 -> period;
          case 3 -> period - 1;
          case 4 -> bucket;
          case 5 -> bucket - 1;
          case 6 -> period + bucket;
          case 7 -> period / 1000 * 499;
          case 8 -> period / 100 * 99;
          case 9 -> random.nextLong(3 * period);
          case 10 -> -random.nextLong(2 * period);
          case 11 -> random.nextInt(20) == 0 ? 365 * 86_400 * SECOND : 0;
          case 12, 13 -> random.nextLong(bucket + 1);
          default -> period / Math.max(1, limit);
        };
  }
}
