package dev.weir.core.window;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * More than one {@link Stripe}, for a name whose threads get into each other's way. As long as they
 * do, the number is doubled, up to twice the processors; from then on threads are dealt to stripes
 * anew. Never fewer again.
 */
final class Stripes {

  /** Beyond that the memory, up to 20 KB a stripe, is worth more than the time. */
  private static final int MOST = 16;

  /** In one bucket: a collision an hour is no reason to double a name's memory. */
  private static final int COLLISIONS = 16;

  /** Of 2^64: multiples of it lie far from each other. */
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private static final int MAX = max(Runtime.getRuntime().availableProcessors());

  private final AtomicReferenceArray<@Nullable Stripe> stripes = new AtomicReferenceArray<>(MAX);
  private final AtomicLongArray collisions;

  /** Threads that widen at once may set it back, after which it is widened again. */
  private volatile int width = 1;

  /** How threads are dealt to stripes; odd. */
  private volatile long deal = GOLDEN_RATIO;

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
    // Not the identity's hash: it costs 25 ns where another thread waits for this one's end. An
    // application can override getId before JDK 19; whatever it gives then, it names a stripe.
    long dealt = (Thread.currentThread().getId() * deal) >>> (Long.SIZE / 2);
    int index = (int) dealt & (now - 1);
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
    if (EpochWord.value(collisions.get(0)) < COLLISIONS) {
      return;
    }
    // Those of this bucket are late from now on, so that there is one change a bucket.
    collisions.set(0, EpochWord.epoch(bucket + 1));
    int now = width;
    long dealt = deal;
    if (now < MAX) {
      width = 2 * now;
    } else {
      deal = dealt + GOLDEN_RATIO + GOLDEN_RATIO;
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
