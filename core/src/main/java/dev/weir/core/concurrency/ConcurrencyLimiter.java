package dev.weir.core.concurrency;

import dev.weir.core.Outcome;
import dev.weir.core.Parking;
import dev.weir.core.Ticker;
import dev.weir.core.Waiting;
import dev.weir.core.chain.Slot;
import org.jspecify.annotations.Nullable;

/**
 * The permits of one rule across reloads, and the waiting for them. Thread-safe. A call that waits
 * holds no lock and no monitor.
 */
final class ConcurrencyLimiter {

  /** A permit that was free; {@link #WAITED} for one that was waited for. */
  static final long AT_ONCE = 0;

  static final long WAITED = 1;

  private static final long MIN_PARK_NANOS = 1_000_000;

  private final Ticker ticker;
  private final Parking parking;
  private final Permits permits;
  private final Holds holds;

  /** Null while the limit is fixed. */
  private volatile @Nullable Adaptation adaptation;

  /** As the rule in force says. */
  private volatile Limit limit;

  ConcurrencyLimiter(Ticker ticker, Parking parking, Limit limit) {
    long now = ticker.nanos();
    this.ticker = ticker;
    this.parking = parking;
    this.permits = new Permits(limit.start(), parking);
    this.holds = new Holds(now);
    this.limit = limit;
    this.adaptation =
        limit instanceof Limit.Adaptive bounds ? new Adaptation(bounds, limit.start(), now) : null;
  }

  /** {@link #AT_ONCE}, or {@link Slot#REFUSED} where none is free or others wait for it. */
  long take() {
    return permits.take() ? AT_ONCE : Slot.REFUSED;
  }

  /**
   * Takes a permit, and waits for it where that is allowed.
   *
   * @param arrivalNanos from when on the wait counts
   * @param expiry is told of asynchronous calls that made room
   * @return {@link #AT_ONCE}, {@link #WAITED} or {@link Slot#REFUSED}
   */
  long take(long arrivalNanos, ConcurrencyRule rule, Waiting waiting, Holds.Expiry expiry) {
    expireHolds(arrivalNanos, rule, expiry);
    if (!mayWait(rule, waiting)) {
      return take();
    }
    Place place = Place.ofCall(Thread.currentThread());
    return switch (permits.enter(place, rule.maxWaiting())) {
      case AT_ONCE -> AT_ONCE;
      case NO_ROOM -> Slot.REFUSED;
      case IN_LINE -> await(place, arrivalNanos, rule, expiry);
    };
  }

  private long await(Place place, long arrivalNanos, ConcurrencyRule rule, Holds.Expiry expiry) {
    boolean served = false;
    boolean failed = true;
    try {
      served = waitUntilServed(place, arrivalNanos, rule, expiry);
      failed = false;
    } finally {
      if (served) {
        place.forgetThread();
      } else if (permits.leave(place)) {
        // A permit came in the last moment: in time, unless the call is interrupted, or dies.
        served = !failed && !Thread.currentThread().isInterrupted();
        if (!served) {
          permits.release();
        }
      }
    }
    return served ? WAITED : Slot.REFUSED;
  }

  /** False when the time is over, or the thread interrupted, whose flag is kept. */
  private boolean waitUntilServed(
      Place place, long arrivalNanos, ConcurrencyRule rule, Holds.Expiry expiry) {
    Thread thread = Thread.currentThread();
    // Where nobody else comes, those who wait look for lost calls. While there is no asynchronous
    // one, none can be lost sooner than max-hold from now.
    long look = Math.max(Holds.lookNanos(rule.maxHoldNanos()), MIN_PARK_NANOS);
    long firstLook = Math.max(rule.maxHoldNanos(), MIN_PARK_NANOS);
    for (; ; ) {
      long now = ticker.nanos();
      expireHolds(now, rule, expiry);
      if (thread.isInterrupted()) {
        return false;
      }
      if (place.isGranted()) {
        return true;
      }
      long left = rule.maxWaitNanos() - (now - arrivalNanos);
      if (left <= 0) {
        return false;
      }
      parking.park(this, Math.min(left, holds.count() == 0 ? firstLook : look));
    }
  }

  /** Whether the current thread may wait under {@code rule}. */
  private static boolean mayWait(ConcurrencyRule rule, Waiting waiting) {
    return rule.maxWaitNanos() > 0
        && rule.maxWaiting() > 0
        && rule.max() > 0
        && !Thread.currentThread().isInterrupted()
        && waiting.mayPark();
  }

  /** Whether {@link #take(long, ConcurrencyRule, Waiting, Holds.Expiry)} would refuse. */
  boolean isFull(long now, ConcurrencyRule rule, Waiting waiting, Holds.Expiry expiry) {
    if (!permits.isFull()) {
      return false;
    }
    expireHolds(now, rule, expiry);
    return permits.isFull() && (permits.waiting() >= rule.maxWaiting() || !mayWait(rule, waiting));
  }

  /** Whether nobody is inside or waits. */
  boolean isIdle(long now, ConcurrencyRule rule, Holds.Expiry expiry) {
    expireHolds(now, rule, expiry);
    return permits.inside() == 0 && permits.waiting() == 0;
  }

  void release() {
    permits.release();
  }

  /**
   * Another limit from now on. Calls inside stay; what an adaptive limit has learnt stays as far as
   * its new bounds allow, and a fixed one is where an adaptive one begins. Not for two threads at
   * once.
   */
  void change(Limit limit) {
    Adaptation before = adaptation;
    if (before == null) {
      become(limit, null);
      return;
    }
    // The only one that waits here is a reload: for a call that is about to change the limit.
    before.lock();
    try {
      become(limit, before);
    } finally {
      before.unlock();
    }
  }

  private void become(Limit limit, @Nullable Adaptation before) {
    this.limit = limit;
    if (!(limit instanceof Limit.Adaptive bounds)) {
      permits.change(limit.max());
      adaptation = null;
    } else if (before == null) {
      Adaptation begun = new Adaptation(bounds, permits.max(), ticker.nanos());
      permits.change(begun.limit());
      adaptation = begun; // Last: from now on calls change the limit, too.
    } else if (!before.isWithin(bounds)) {
      permits.change(before.rebound(bounds, ticker.nanos()));
    }
  }

  /**
   * A call has ended, and gives its permit back. An adaptive limit learns from it.
   *
   * @param permit its own, or the number of its hold
   * @param startNanos when it was admitted
   */
  void end(long permit, long startNanos, long endNanos, Outcome outcome) {
    Adaptation adaptation = this.adaptation;
    int inside = adaptation == null ? 0 : permits.inside();
    if (permit >= Holds.FIRST && !holds.end(permit)) {
      return; // Its permit was taken from it long ago.
    }
    permits.release();
    if (adaptation != null) {
      measure(adaptation, inside, startNanos, endNanos, outcome);
    }
  }

  /** Whatever goes wrong here: the permit is back. */
  private void measure(
      Adaptation adaptation, int inside, long startNanos, long endNanos, Outcome outcome) {
    SampleWindow window = adaptation.window();
    if (!window.isOpen(endNanos)) {
      return;
    }
    window.saw(inside);
    window.add(endNanos - startNanos, outcome);
    if (window.isOver(endNanos, Adaptation.MIN_SAMPLES) && adaptation.tryLock()) {
      try {
        // Another call, or a reload, may have been first.
        if (this.adaptation == adaptation && adaptation.window() == window) {
          permits.change(adaptation.learn(window, permits.max(), endNanos));
        }
      } finally {
        adaptation.unlock();
      }
    }
  }

  /** As the rule in force says, which may be a later one than that of a call. */
  Limit limit() {
    return limit;
  }

  /** Latency without load, as an adaptive limit has measured it last; 0 where it has not. */
  long baselineNanos() {
    Adaptation seen = adaptation;
    return seen == null ? 0 : seen.baselineNanos();
  }

  long hold(long startNanos) {
    return holds.begin(startNanos);
  }

  /** Frees the permits of asynchronous calls that do not end. */
  private void expireHolds(long now, ConcurrencyRule rule, Holds.Expiry expiry) {
    if (holds.isDue(now, rule.maxHoldNanos())) {
      holds.expire(now, rule.maxHoldNanos(), permits, expiry);
    }
  }

  ConcurrencySnapshot snapshot() {
    return new ConcurrencySnapshot(
        permits.max(), permits.inside(), permits.waiting(), holds.count(), holds.expired());
  }

  /** Places in memory, those too that nobody waits at. */
  int places() {
    return permits.places();
  }
}
