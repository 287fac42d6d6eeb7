package dev.weir.core.flow;

import dev.weir.core.FakeTicker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random calls before and after a reload that changes how a rule counts. */
final class ReloadSchedule {

  private static final long SECOND = 1_000_000_000;
  private static final long[] PERIODS = {640, SECOND / 10, SECOND, SECOND + 7, 10 * SECOND};
  private static final int[] CALLS = {1, 2, 5, 10, 50};

  private final long seed;
  private final Random random;
  private final FakeTicker ticker;
  private final FlowRule before;
  private final FlowRule after;
  private final FlowLimiter limiter;
  private final List<Long> grants = new ArrayList<>();
  private int grantsBefore;

  ReloadSchedule(long seed) {
    this.seed = seed;
    random = new Random(seed);
    ticker = new FakeTicker(random.nextLong(1L << 61));
    boolean counted = random.nextBoolean();
    before = rule(counted);
    after = rule(!counted && random.nextBoolean());
    limiter = new FlowLimiter(ticker, before);
  }

  private FlowRule rule(boolean counted) {
    Rate rate = new Rate(CALLS[random.nextInt(5)], PERIODS[random.nextInt(5)]);
    int burst = random.nextBoolean() ? 1 : CALLS[random.nextInt(5)];
    long wait = random.nextBoolean() ? 0 : random.nextLong(2 * rate.periodNanos());
    Pacing pacing = new Pacing(burst, wait, Integer.MAX_VALUE);
    return new FlowRule(null, null, rate, counted ? null : pacing, null, null, null);
  }

  /** 0: from a window to a pacer, 1: from one pacer to another, 2: from a pacer to a window. */
  int kind() {
    return before.pacing() == null ? 0 : after.pacing() == null ? 2 : 1;
  }

  int grantsAfter() {
    return grants.size() - grantsBefore;
  }

  ReloadSchedule run() {
    calls(before);
    grantsBefore = grants.size();
    limiter.change(after);
    calls(after);
    Collections.sort(grants);
    check();
    return this;
  }

  private void calls(FlowRule rule) {
    Pacing pacing = rule.pacing();
    for (int i = 0; i < 60; i++) {
      if (random.nextInt(3) == 0) {
        ticker.advance(random.nextLong(rule.limit().periodNanos() / 4));
      }
      long now = ticker.nanos();
      long permit = pacing == null ? limiter.take(now) : limiter.reserve(now, pacing);
      if (permit >= 0) {
        grants.add(now + limiter.delayNanos(permit, now));
      }
    }
  }

  private void check() {
    // A window knows of its last period alone, and begins with the last period of another rule.
    long longest = Long.MAX_VALUE;
    if (before.pacing() == null) {
      longest = before.limit().periodNanos();
    } else if (after.pacing() == null) {
      longest = Math.min(before.limit().periodNanos(), after.limit().periodNanos());
    }
    for (int from = 0; from < grants.size(); from++) {
      for (int to = from; to < grants.size(); to++) {
        long length = grants.get(to) - grants.get(from);
        if (length < longest) {
          long most = most(length);
          int count = to - from + 1;
          if (count > most) {
            throw new AssertionError(
                "seed "
                    + seed
                    + ": "
                    + count
                    + " grants within "
                    + length
                    + " ns, not "
                    + most
                    + "; from "
                    + before
                    + " to "
                    + after);
          }
        }
      }
    }
  }

  /** Of two buckets the larger rate and the larger burst count: both may be in the interval. */
  private long most(long length) {
    Pacing first = before.pacing();
    Pacing second = after.pacing();
    return first == null || second == null
        ? Math.max(most(before, length), most(after, length))
        : length / Math.min(before.limit().spacingNanos(), after.limit().spacingNanos())
            + Math.max(first.burst(), second.burst());
  }

  /** What a closed interval of that length may hold. */
  private static long most(FlowRule rule, long nanos) {
    Rate rate = rule.limit();
    Pacing pacing = rule.pacing();
    return pacing == null
        ? rate.calls() * (nanos / rate.periodNanos() + 1)
        : nanos / rate.spacingNanos() + pacing.burst();
  }
}
