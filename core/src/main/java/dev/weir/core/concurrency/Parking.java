package dev.weir.core.concurrency;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** How a thread waits. Tests let time pass here, and nothing else. */
interface Parking {

  /**
   * Suspends the calling thread for at most {@code nanos}; it may return sooner for no reason.
   *
   * @param reason what a thread dump shows it to wait for
   */
  void park(Object reason, long nanos);

  /** Ends a {@link #park} of {@code thread}, or its next one; null wakes nobody. */
  void unpark(@Nullable Thread thread);

  /** Holds no lock and no monitor, so that a virtual thread gives its carrier back. */
  static Parking ofThreads() {
    return ThreadParking.INSTANCE;
  }

  /** That of the JDK. */
  final class ThreadParking implements Parking {
    private static final Parking INSTANCE = new ThreadParking();

    private ThreadParking() {}

    @Override
    public void park(Object reason, long nanos) {
      LockSupport.parkNanos(reason, nanos);
    }

    @Override
    public void unpark(@Nullable Thread thread) {
      LockSupport.unpark(thread);
    }
  }
}
