package dev.weir.core;

import org.jspecify.annotations.Nullable;

/** How a thread waits. Tests let time pass here, and nothing else. */
public interface Parking {

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
}
