package dev.weir.core.flow;

import dev.weir.core.FakeTicker;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random schedule on a pacer, checked at every step against a list of all instants: bursts,
 * idleness, steps of a nanosecond, clocks that step back, readings made long ago, instants given
 * back.
 */
final class PacerSchedule {

  private static final long SECOND = 1_000_000_000;
  private static final Rate[] RATES = {
    new Rate(1, 1),
    new Rate(7, 10),
    new Rate(10, SECOND),
    new Rate(1_500, SECOND),
    new Rate(999_983, SECOND),
    new Rate(1, 30 * 86_400 * SECOND),
    new Rate(0, SECOND)
  };

  private final long seed;
  private final Random random;
  private final FakeTicker ticker;
  private final FlowRule rule;
  private final Pacing pacing;
  private final long spacing;
  private final long origin;
  private final Pacer pacer;

  /**
   * On the ticker, in the order in which they were given; those that were given back are not in.
   */
  private final List<Long> instants = new ArrayList<>();

  private long lastPermit = -1;
  private long waits;
  private long refusals;
  private long returned;

  PacerSchedule(long seed) {
    this.seed = seed;
    random = new Random(seed);
    Rate rate = RATES[random.nextInt(RATES.length)];
    spacing = rate.spacingNanos();
    pacing =
        new Pacing(
            1 + random.nextInt(3) * random.nextInt(20),
            random.nextInt(3) == 0 ? 0 : random.nextLong(10 * spacing),
            random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(5));
    rule = new FlowRule(null, null, rate, pacing, null, null, null);
    ticker = new FakeTicker(random.nextBoolean() ? random.nextLong() : Long.MAX_VALUE - spacing);
    origin = ticker.nanos() - Pacer.BEGINNING;
    pacer = new Pacer(ticker, origin, rule);
  }

  long waits() {
    return waits;
  }

  long refusals() {
    return refusals;
  }

  long returned() {
    return returned;
  }

  PacerSchedule run() {
    // Who waits is a question to one clock, and what a call gives back leaves no trace but for
    // those that read it before.
    boolean undoing = random.nextBoolean() || pacing.maxWaiting() != Integer.MAX_VALUE;
    for (int op = 0; op < 150; op++) {
      int choice = random.nextInt(10);
      if (choice < 3) {
        step(undoing);
      } else if (choice == 3 && undoing) {
        undo();
      } else {
        take(!undoing && random.nextInt(8) == 0 ? random.nextLong(3 * spacing) : 0, undoing);
      }
    }
    return this;
  }

  private void take(long age, boolean oneClock) {
    long now = ticker.nanos() - age;
    long expected = earliest(now);
    long waiting = instants.stream().filter(each -> each - now > 0).count();
    long wait = expected - now;
    boolean granted =
        rule.limit().calls() > 0
            && (wait == 0 || (wait <= pacing.maxWaitNanos() && waiting < pacing.maxWaiting()));
    check(!oneClock || pacer.waiting(now) == waiting, pacer.waiting(now) + " wait, not " + waiting);
    long looked = pacer.look(now, pacing.maxWaitNanos(), pacing.maxWaiting());
    check(looked >= 0 == granted, "the look says otherwise");
    long permit = pacer.take(now, pacing.maxWaitNanos(), pacing.maxWaiting());
    check(permit >= 0 == granted, granted ? "refused" : "granted after a wait of " + wait);
    if (!granted) {
      refusals++;
      checkRetryAfter(now);
      return;
    }
    long delay = Pacer.delayNanos(permit, now, origin);
    check(delay == wait, "waits " + delay + ", not " + wait);
    waits += wait > 0 ? 1 : 0;
    instants.add(expected);
    lastPermit = permit;
  }

  /** By the definition: so that no interval that ends with this call holds too many. */
  private long earliest(long now) {
    long wait = 0;
    for (int i = 0; i < instants.size(); i++) {
      long grants = instants.size() - i + 1L;
      wait = Math.max(wait, instants.get(i) - now + (grants - pacing.burst()) * spacing);
    }
    return now + wait;
  }

  private void checkRetryAfter(long now) {
    long retry = pacer.retryAfterNanos(now, pacing.maxWaitNanos(), pacing.maxWaiting());
    if (rule.limit().calls() == 0) {
      check(retry == -1, "a call may be granted in " + retry);
      return;
    }
    check(looks(now + retry), "refused again after " + retry);
    check(!looks(now + retry - 1), "could have been let in before " + retry);
  }

  private boolean looks(long now) {
    return pacer.look(now, pacing.maxWaitNanos(), pacing.maxWaiting()) >= 0;
  }

  private void undo() {
    if (lastPermit >= 0) {
      check(pacer.undo(lastPermit), "the last slot was lost");
      instants.remove(instants.size() - 1);
      lastPermit = -1;
      returned++;
    }
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError("seed " + seed + ", " + rule + ": " + otherwise);
    }
  }

  private void step(boolean forward) {
    ticker.advance(
        switch (random.nextInt(10)) {
          case 0 -> 1;
          case 1 -> spacing;
          case 2 -> spacing - 1;
          case 3 -> spacing + 1;
          case 4 -> pacing.burst() * spacing;
          case 5 -> random.nextLong(30 * spacing);
          case 6 -> forward ? 0 : -random.nextLong(5 * spacing);
          default -> random.nextLong(spacing + 1);
        });
  }
}
