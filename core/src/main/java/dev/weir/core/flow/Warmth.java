package dev.weir.core.flow;

import dev.weir.core.Ticker;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/*
 * THE CURVE. A rule of limit L has been under load for s, 0 <= s <= warm-up W. What it admits then
 * is the rate
 *
 *     r(s) = L/c + (L - L/c) * s / W
 *
 * a straight line from the cold limit to the whole one. Under load s grows as time does; otherwise
 * it falls, so that after W of idleness it is 0 again (with warm-up-on: start it stays).
 *
 * A rule that counts the calls of a period P asks how many there may be in the last one. That is what
 * the curve adds up to over that period, not r(s) of its end: with r(s), whoever counts the calls of
 * the first second of 100/s over 10 s would find 40 where the curve has 36.7. So s runs on to W + P,
 * and the limit in force is the mean of the curve over [s - P, s],
 *
 *     R(s) = L/c + (L - L/c) * (G(s) - G(s - P)) / P,    G(s) = s^2 / 2W up to W, then s - W/2
 *
 * Never more than L, so that no period holds more than L; and while calls are refused, every period
 * holds what the curve adds up to. A rule that spaces calls asks for r(s) at the instant it gives.
 *
 * UNDER LOAD is a rule that granted at least half of what was allowed: in the last period, or, where
 * calls are spaced, since the call before. With less, a limit that is twice the traffic needs no
 * growing. Time without any call counts as idle from the last of them on.
 *
 * IN CODE. s is linear between two changes of direction, so that nothing has to be done as time
 * passes: a heading holds where s was when, and where it goes. A change of direction is a
 * compare-and-set of the next heading, the only thing that is allocated; there are a few for each turn
 * of the traffic, and none for each call. It may be decided by a call whose reading of the clock is old
 * by a moment; the curve is then late by that moment, and the limit still holds, since R <= L.
 *
 * REJECTED.
 *   - Guava's and Sentinel's stored permits, drained by calls and filled by time: the curve comes out as
 *     a root of the calls made, needs a synchronisation once a second (Sentinel), and is wrong after
 *     idleness (Sentinel#953, #2184).
 *   - Warming by the number of calls: at low traffic it takes hours.
 *   - A clock thread that raises the limit.
 */

/** How warm a rule is, by a closed form. Thread-safe, lock-free. */
final class Warmth {

  private static final AtomicReferenceFieldUpdater<Warmth, Heading> HEADING =
      AtomicReferenceFieldUpdater.newUpdater(Warmth.class, Heading.class, "heading");

  private final WarmUp settings;

  /** Over which a limit is the mean; 0 for the limit of an instant. */
  private final long period;

  /** The farthest that it goes: warm-up and period. */
  private final double top;

  /** By how much it falls in a nanosecond of idleness. */
  private final double fall;

  private volatile Heading heading;

  private Warmth(WarmUp settings, long period, double share, long now) {
    this.settings = settings;
    this.period = period;
    this.top = (double) settings.nanos() + period;
    this.fall = settings.when() == WarmUp.When.START ? 0 : top / settings.nanos();
    this.heading = new Heading(false, now, share * top);
  }

  /** That of a new rule: cold; null if it does not warm up. */
  static @Nullable Warmth of(FlowRule rule, Ticker ticker) {
    WarmUp settings = rule.warmUp();
    return settings == null ? null : new Warmth(settings, period(rule), 0, ticker.nanos());
  }

  /**
   * That of a rule after a reload.
   *
   * @param before null where it did not warm up: it is warm then
   */
  static @Nullable Warmth after(@Nullable Warmth before, FlowRule rule, Ticker ticker) {
    WarmUp settings = rule.warmUp();
    if (settings == null) {
      return null;
    }
    long period = period(rule);
    if (before != null && before.settings.equals(settings) && before.period == period) {
      return before;
    }
    long now = ticker.nanos();
    double share = before == null ? 1 : before.heading.position(now, before) / before.top;
    return new Warmth(settings, period, share, now);
  }

  private static long period(FlowRule rule) {
    return rule.pacing() == null ? rule.limit().periodNanos() : 0;
  }

  /**
   * How many calls may be granted in the last period.
   *
   * @param calls the whole limit
   * @param granted in the last period
   * @param quietSince when calls came before this one, at the latest
   */
  long limit(long calls, long now, long granted, long quietSince) {
    double position = heading.position(now, this);
    boolean loaded = 2 * granted >= limit(calls, position);
    return limit(calls, head(loaded, now, quietSince).position(now, this), calls);
  }

  /** The same without a call that asks. */
  long limit(long calls, long now) {
    return limit(calls, heading.position(now, this), calls);
  }

  /** In whole calls, and at least one, so that a small limit ever gets warm. */
  private long limit(long calls, double position, long most) {
    return position >= top ? most : Math.max(Math.min(1, most), Math.round(limit(calls, position)));
  }

  private double limit(long calls, double position) {
    double cold = (double) calls / settings.coldFactor();
    double mean =
        period == 0
            ? Math.min(1, position / settings.nanos())
            : (sum(position) - sum(position - period)) / period;
    return cold + (calls - cold) * mean;
  }

  /** The warmth added up, of so much time under load. */
  private double sum(double position) {
    double warmUp = settings.nanos();
    if (position <= 0) {
      return 0;
    }
    return position <= warmUp ? position * position / (2 * warmUp) : position - warmUp / 2;
  }

  /** From one call to the next for one that is granted {@code instant}. */
  long spacing(Rate rate, long instant) {
    double position = heading.position(instant, this);
    long fastest = rate.spacingNanos();
    if (position >= top || rate.calls() == 0) {
      return fastest;
    }
    return Math.max(fastest, (long) Math.ceil(rate.periodNanos() / limit(rate.calls(), position)));
  }

  /** Takes notice of a call. */
  Heading head(boolean loaded, long now, long quietSince) {
    for (; ; ) {
      Heading seen = heading;
      if (seen.rising == loaded) {
        return seen;
      }
      long from = loaded ? now : seen.since - quietSince > 0 ? seen.since : quietSince;
      Heading next = new Heading(loaded, from, seen.position(from, this));
      if (HEADING.compareAndSet(this, seen, next)) {
        return next;
      }
    }
  }

  /** From 0, cold, to 1. */
  double share(long now) {
    return heading.position(now, this) / top;
  }

  /** Whether it is as cold as a new one, as far as it ever gets so. */
  boolean isCold(long now) {
    return fall == 0 || heading.position(now, this) == 0;
  }

  /** Where it was when, and where it goes from there. Immutable. */
  static final class Heading {
    private final boolean rising;
    private final long since;
    private final double from;

    Heading(boolean rising, long since, double from) {
      this.rising = rising;
      this.since = since;
      this.from = from;
    }

    /** For how long it has been under load. */
    double position(long now, Warmth of) {
      long elapsed = Math.max(0, now - since);
      return rising ? Math.min(of.top, from + elapsed) : Math.max(0, from - elapsed * of.fall);
    }
  }
}
