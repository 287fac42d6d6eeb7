package dev.weir.core.concurrency;

import dev.weir.core.Parking;
import dev.weir.core.Ticker;
import dev.weir.core.Waiting;
import dev.weir.core.chain.Slot;

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

  ConcurrencyLimiter(Ticker ticker, Parking parking, int max) {
    this.ticker = ticker;
    this.parking = parking;
    this.permits = new Permits(max, parking);
    this.holds = new Holds(ticker.nanos());
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

  /** Not for two threads at once. */
  void change(int max) {
    permits.change(max);
  }

  long hold(long startNanos) {
    return holds.begin(startNanos);
  }

  /** The real end of an asynchronous call; it may have lost its permit before. */
  void endHold(long hold) {
    if (holds.end(hold)) {
      permits.release();
    }
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
