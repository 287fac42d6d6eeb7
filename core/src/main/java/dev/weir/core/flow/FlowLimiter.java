package dev.weir.core.flow;

import dev.weir.core.Ticker;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** What one rule has granted, across reloads that change it. Thread-safe, lock-free. */
final class FlowLimiter {

  private static final AtomicReferenceFieldUpdater<FlowLimiter, Meter> CURRENT =
      AtomicReferenceFieldUpdater.newUpdater(FlowLimiter.class, Meter.class, "current");

  private static final AtomicLongFieldUpdater<FlowLimiter> LOST =
      AtomicLongFieldUpdater.newUpdater(FlowLimiter.class, "lost");

  private final Ticker ticker;

  /** Of the pacers: their permits mean the same across reloads. */
  private final long origin;

  private volatile Meter current;

  /** What calls of priority wait for; null where there never were any. */
  private volatile @Nullable Borrowings borrowings;

  /** Permits that nobody got who gave them back. */
  private volatile long lost;

  FlowLimiter(Ticker ticker, FlowRule rule) {
    this.ticker = ticker;
    origin = ticker.nanos() - Pacer.BEGINNING;
    current =
        rule.pacing() == null ? new SlidingWindow(ticker, rule) : new Pacer(ticker, origin, rule);
    borrowings = rule.priority() == null ? null : new Borrowings();
  }

  /** A permit for a call that goes at once, or {@link Meter#REFUSED}. */
  long take(long now) {
    return take(now, borrowings);
  }

  /** A permit for a call of priority that has waited for it, or {@link Meter#REFUSED}. */
  long takeReserved(long now) {
    return take(now, null);
  }

  private long take(long now, @Nullable Borrowings others) {
    long time = now;
    for (; ; ) {
      Meter meter = current;
      long permit =
          others != null && meter instanceof SlidingWindow window
              ? window.take(time, others)
              : meter.take(time);
      if (permit != Meter.RETIRED) {
        return permit;
      }
      succeed(meter);
      // Making the successor read the clock: the grant is stamped no earlier than that.
      time = ticker.nanos();
    }
  }

  /** A permit for a call that may wait, or {@link Meter#REFUSED}. */
  long reserve(long arrival, Pacing pacing) {
    for (; ; ) {
      Meter meter = current;
      long permit =
          meter instanceof Pacer pacer
              ? pacer.take(arrival, pacing.maxWaitNanos(), pacing.maxWaiting())
              : take(arrival);
      if (permit != Meter.RETIRED) {
        return permit;
      }
      succeed(meter);
    }
  }

  /** Whether {@link #take} would refuse now. */
  boolean isFull(long now) {
    for (; ; ) {
      Meter meter = current;
      Borrowings others = borrowings;
      long permit =
          others != null && meter instanceof SlidingWindow window
              ? window.look(now, others)
              : meter.look(now);
      if (permit != Meter.RETIRED) {
        return permit == Meter.REFUSED;
      }
      succeed(meter);
    }
  }

  /** Whether {@link #reserve} would refuse now. */
  boolean isFull(long now, Pacing pacing) {
    for (; ; ) {
      Meter meter = current;
      if (!(meter instanceof Pacer pacer)) {
        return isFull(now);
      }
      long permit = pacer.look(now, pacing.maxWaitNanos(), pacing.maxWaiting());
      if (permit != Meter.RETIRED) {
        return permit == Meter.REFUSED;
      }
      succeed(meter);
    }
  }

  /** How long a call must wait that was granted {@code permit} when it arrived. */
  long delayNanos(long permit, long arrival) {
    return Pacer.delayNanos(permit, arrival, origin);
  }

  void undo(long permit) {
    if (!current.undo(permit)) {
      LOST.incrementAndGet(this);
    }
  }

  /** How many permits were given back that no other call could get any more. */
  long lost() {
    return lost;
  }

  /** Whether nothing that was granted matters to calls to come. */
  boolean isIdle(long now) {
    return current.isIdle(now);
  }

  /** How many calls the window of now holds; 0 where calls are not counted by one. */
  long granted() {
    return current instanceof SlidingWindow window ? window.granted() : 0;
  }

  /** How many calls may be granted in the last period; 0 where calls are not counted by one. */
  long limitNow(long now) {
    return current instanceof SlidingWindow window ? window.limitNow(now) : 0;
  }

  /** How warm the rule is, from 0 to 1. */
  double warmth(long now) {
    Warmth warmth = current.warmth();
    return warmth == null ? 1 : warmth.share(now);
  }

  /** What spaces the calls; null where they are counted by a window. */
  @Nullable Pacer pacer() {
    return current instanceof Pacer pacer ? pacer : null;
  }

  long retryAfterNanos(long now) {
    Borrowings others = borrowings;
    return others == null ? current.retryAfterNanos(now) : freeNanos(now, others.pending() + 1);
  }

  /** Nanoseconds until so many calls could be granted; -1 where so many never can. */
  long freeNanos(long now, int permits) {
    isFull(now); // turns the window to now
    return current instanceof SlidingWindow window
        ? window.freeNanos(now, permits)
        : current.retryAfterNanos(now);
  }

  @Nullable Borrowings borrowings() {
    return borrowings;
  }

  /**
   * Another rule from now on. Where it counts in the same way what was granted stays; otherwise the
   * successor begins with what was. Not for two threads at once.
   */
  void change(FlowRule rule) {
    if (rule.priority() != null && borrowings == null) {
      borrowings = new Borrowings();
    }
    Meter meter = current;
    if (!meter.adopt(rule)) {
      meter.retire(rule);
      succeed(meter);
    }
  }

  private void succeed(Meter retired) {
    CURRENT.compareAndSet(this, retired, retired.successor(origin));
  }
}
