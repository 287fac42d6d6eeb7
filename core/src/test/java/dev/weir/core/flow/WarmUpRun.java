package dev.weir.core.flow;

import dev.weir.core.FakeTicker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule that warms up under more calls than it admits, on a clock of its own: what it granted in
 * each second, beside what the curve says.
 */
final class WarmUpRun {

  static final long SECOND = 1_000_000_000;

  private final FakeTicker ticker = new FakeTicker(-7);
  private final FlowRule rule;
  private final WarmUp warmUp;
  private final FlowLimiter limiter;
  private final long step;

  private final List<Long> grants = new ArrayList<>();

  /** For how long it has been under load, by the definition. */
  private double loaded;

  WarmUpRun(long calls, int warmUpSeconds, int coldFactor, @Nullable Pacing pacing) {
    this(calls, new WarmUp(warmUpSeconds * SECOND, coldFactor, WarmUp.When.IDLE), pacing);
  }

  WarmUpRun(long calls, WarmUp warmUp, @Nullable Pacing pacing) {
    this.warmUp = warmUp;
    rule = new FlowRule(null, null, new Rate(calls, SECOND), pacing, warmUp, null, null);
    limiter = new FlowLimiter(ticker, rule);
    step = SECOND / Math.min(5 * calls, 20_000);
  }

  private double top() {
    return warmUp.nanos() + (rule.pacing() == null ? rule.limit().periodNanos() : 0.0);
  }

  /** No call comes for so long. */
  WarmUpRun idle(double seconds) {
    ticker.advance((long) (seconds * SECOND));
    if (warmUp.when() == WarmUp.When.IDLE) {
      loaded = Math.max(0, loaded - seconds * SECOND * top() / warmUp.nanos());
    }
    return this;
  }

  /** Granted in each of so many seconds of load. */
  long[] load(int seconds) {
    long[] granted = new long[seconds];
    long start = ticker.nanos();
    while (ticker.nanos() - start < seconds * SECOND) {
      long now = ticker.nanos();
      Pacing pacing = rule.pacing();
      long permit = pacing == null ? limiter.take(now) : limiter.reserve(now, pacing);
      long second = (now + limiter.delayNanos(permit, now) - start) / SECOND;
      if (permit >= 0) {
        grants.add(now + limiter.delayNanos(permit, now));
        if (second < seconds) {
          granted[(int) second]++;
        }
      }
      ticker.advance(step);
    }
    if (rule.pacing() != null) {
      ticker.advance(rule.pacing().maxWaitNanos()); // until nobody waits
    }
    return granted;
  }

  /** The most that were granted in any second so far. */
  int most() {
    long[] sorted = grants.stream().mapToLong(Long::longValue).sorted().toArray();
    return WorstInterval.of(sorted, SECOND);
  }

  /** What the curve adds up to in each of so many seconds of load. */
  double[] curve(int seconds) {
    double[] curve = new double[seconds];
    double calls = rule.limit().calls();
    double cold = calls / warmUp.coldFactor();
    for (int second = 0; second < seconds; second++) {
      for (int i = 0; i < 1000; i++) {
        double at = loaded + (second + (i + 0.5) / 1000) * SECOND;
        curve[second] += (cold + (calls - cold) * Math.min(1, at / warmUp.nanos())) / 1000;
      }
    }
    double waits = rule.pacing() == null ? 0 : rule.pacing().maxWaitNanos();
    loaded = Math.min(top(), loaded + seconds * SECOND + waits);
    return curve;
  }

  double share() {
    return limiter.warmth(ticker.nanos());
  }
}
