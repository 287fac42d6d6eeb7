package dev.weir.core.window;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * More than one {@link Stripe}, for a name whose threads get into each other's way. As long as they
 * do, the number is doubled, up to twice the processors, as threads that hash alike would else stay
 * together for good. Never fewer again.
 */
final class Stripes {

  /** Beyond that the memory, up to 20 KB a stripe, is worth more than the time. */
  private static final int MOST = 16;

  /** In one bucket: a collision an hour is no reason to double a name's memory. */
  private static final int COLLISIONS = 16;

  private static final int MAX = max(Runtime.getRuntime().availableProcessors());

  private final AtomicReferenceArray<@Nullable Stripe> stripes = new AtomicReferenceArray<>(MAX);
  private final AtomicLongArray collisions;

  /** Threads that widen at once may set it back, after which it is widened again. */
  private volatile int width = 1;

  Stripes(Stripe first, long bucket) {
    stripes.set(0, first);
    collisions = new AtomicLongArray(new long[] {EpochWord.epoch(bucket)});
  }

  private static int max(int processors) {
    return Math.min(MOST, 2 * Integer.highestOneBit(2 * processors - 1));
  }

  /** The stripe of this thread. */
  Stripe mine() {
    int now = width;
    // Not the thread's id: before JDK 19 the application may override its getter.
    int index = now == 1 ? 0 : System.identityHashCode(Thread.currentThread()) & (now - 1);
    Stripe stripe = stripes.get(index);
    return stripe != null ? stripe : create(index);
  }

  private Stripe create(int index) {
    stripes.compareAndSet(index, null, new Stripe());
    return Objects.requireNonNull(stripes.get(index));
  }

  /** Notes that two threads wrote to the same word at once. */
  void collide(long bucket) {
    EpochWord.add(collisions, 0, EpochWord.epoch(bucket), 1);
    int now = width;
    if (EpochWord.value(collisions.get(0)) >= COLLISIONS && now < MAX) {
      width = 2 * now;
      collisions.set(0, EpochWord.epoch(bucket));
    }
  }

  /** All that exist. */
  List<Stripe> all() {
    List<Stripe> all = new ArrayList<>();
    for (int i = 0; i < MAX; i++) {
      Stripe stripe = stripes.get(i);
      if (stripe != null) {
        all.add(stripe);
      }
    }
    return all;
  }
}
