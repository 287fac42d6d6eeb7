package dev.weir.core.system;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A time in which calls are refused again and again. Of each, one thread is told that it begins,
 * and one that it ends. Thread-safe.
 */
final class Episode {

  private static final long QUIET_NANOS = 10_000_000_000L;

  /** A word that all refused calls would write to costs more than it is worth. */
  private static final long GRAIN_NANOS = 100_000_000;

  private final AtomicBoolean running = new AtomicBoolean();
  private volatile long latestNanos;
  private volatile long sinceNanos;
  private volatile long refusedBefore;

  /**
   * A call has been refused.
   *
   * @param refusedSoFar with this one
   * @return whether an episode begins with it
   */
  boolean begins(long now, long refusedSoFar) {
    if (now - latestNanos > GRAIN_NANOS) {
      latestNanos = now;
    }
    if (running.get() || !running.compareAndSet(false, true)) {
      return false;
    }
    latestNanos = now;
    sinceNanos = now;
    refusedBefore = refusedSoFar - 1;
    return true;
  }

  /** Whether no call has been refused for a while, seen for the first time. */
  boolean ends(long now) {
    return running.get() && now - latestNanos >= QUIET_NANOS && running.compareAndSet(true, false);
  }

  /** Of the latest: how long calls were refused. */
  long lengthNanos() {
    return Math.max(0, latestNanos - sinceNanos);
  }

  long refusedBefore() {
    return refusedBefore;
  }
}
