package dev.weir.core;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** That of the JDK. */
final class ThreadParking implements Parking {

  static final ThreadParking INSTANCE = new ThreadParking();

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
