package dev.weir.core.flow;

import dev.weir.core.Ticker;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** The window of one rule, across reloads that change its rate. Thread-safe, lock-free. */
final class FlowLimiter {

  private static final AtomicReferenceFieldUpdater<FlowLimiter, SlidingWindow> CURRENT =
      AtomicReferenceFieldUpdater.newUpdater(FlowLimiter.class, SlidingWindow.class, "current");

  private final Ticker ticker;
  private volatile SlidingWindow current;

  FlowLimiter(Ticker ticker, Rate rate) {
    this.ticker = ticker;
    current = new SlidingWindow(ticker, rate);
  }

  /** A permit, or {@link SlidingWindow#REFUSED}. */
  long take(long now) {
    long time = now;
    for (; ; ) {
      SlidingWindow window = current;
      long permit = window.take(time);
      if (permit != SlidingWindow.RETIRED) {
        return permit;
      }
      succeed(window);
      // Making the successor read the clock: the grant is stamped no earlier than that.
      time = ticker.nanos();
    }
  }

  /** Whether {@link #take} would refuse now. */
  boolean isFull(long now) {
    for (; ; ) {
      SlidingWindow window = current;
      long permit = window.look(now);
      if (permit != SlidingWindow.RETIRED) {
        return permit == SlidingWindow.REFUSED;
      }
      succeed(window);
    }
  }

  void undo(long permit) {
    current.undo(permit);
  }

  /** Whether the window of now holds no grant. */
  boolean isIdle(long now) {
    isFull(now); // turns the window to now
    return current.granted() == 0;
  }

  long granted() {
    return current.granted();
  }

  long retryAfterNanos(long now) {
    return current.retryAfterNanos(now);
  }

  /**
   * Another rate from now on. With the same period the window stays; with another, its successor
   * begins with what it granted. Not for two threads at once.
   */
  void change(Rate rate) {
    SlidingWindow window = current;
    if (window.periodNanos() == rate.periodNanos()) {
      window.limit(rate.calls());
    } else {
      window.retire(rate);
      succeed(window);
    }
  }

  private void succeed(SlidingWindow retired) {
    CURRENT.compareAndSet(this, retired, retired.successor());
  }
}
