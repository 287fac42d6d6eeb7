package dev.weir.core.window;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that count as fast as they can in buckets of a few milliseconds of the real clock, each
 * keeping its own account of what it counted in which bucket; and one that reads a bucket when all
 * writers have gone on from it. Writers wait for it where they would overwrite what it has not
 * read, so that a thread that loses its core makes no difference.
 */
final class Writers {

  private final CountingRing ring;
  private final long bucketNanos;
  private final int buckets;
  private final long start = System.nanoTime();
  private final long[] seen;

  /** How many buckets have been read. */
  private volatile int read;

  /** What was counted and what was seen, over all buckets. */
  record Account(long counted, long lost, long doubled, long late, long slowestNanos) {}

  /**
   * Writers that begin now.
   *
   * @param nanos how long they count
   */
  Writers(CountingRing ring, long bucketNanos, long nanos) {
    this.ring = ring;
    this.bucketNanos = bucketNanos;
    this.buckets = (int) (nanos / bucketNanos);
    this.seen = new long[buckets];
  }

  Account run(int count) throws InterruptedException {
    long[][] written = new long[count][buckets];
    long[] slowest = new long[count];
    AtomicLongArray places = new AtomicLongArray(count);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    CountDownLatch running = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      int writer = i;
      Thread thread =
          new Thread(() -> slowest[writer] = write(writer, written[writer], places, running));
      thread.setUncaughtExceptionHandler((dead, thrown) -> failure.set(thrown));
      thread.start();
    }
    while (running.getCount() > 0) {
      long done = Long.MAX_VALUE;
      for (int i = 0; i < count; i++) {
        done = Math.min(done, places.get(i));
      }
      readUpTo(Math.min(done, buckets));
      LockSupport.parkNanos(1_000_000);
    }
    readUpTo(buckets);
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
    return account(written, slowest);
  }

  /** For one thread. */
  private void readUpTo(long end) {
    int next = read;
    for (; next < end; next++) {
      seen[next] = ring.counted(next);
    }
    read = next;
  }

  private long write(int writer, long[] written, AtomicLongArray places, CountDownLatch running) {
    long slowest = 0;
    try {
      for (; ; ) {
        long at = System.nanoTime() - start;
        int bucket = (int) (at / bucketNanos);
        if (bucket >= buckets) {
          return slowest;
        }
        if (bucket - read >= CountingRing.BUCKETS) {
          places.set(writer, bucket);
          LockSupport.parkNanos(100_000);
          continue;
        }
        if (places.getPlain(writer) != bucket) {
          places.set(writer, bucket);
        }
        ring.count(bucket);
        written[bucket]++;
        slowest = Math.max(slowest, System.nanoTime() - start - at);
      }
    } finally {
      places.set(writer, buckets);
      running.countDown();
    }
  }

  private Account account(long[][] written, long[] slowest) {
    long counted = 0;
    long lost = 0;
    long doubled = 0;
    for (int bucket = 0; bucket < buckets; bucket++) {
      long sum = 0;
      for (long[] writer : written) {
        sum += writer[bucket];
      }
      counted += sum;
      lost += Math.max(0, sum - seen[bucket]);
      doubled += Math.max(0, seen[bucket] - sum);
    }
    long longest = 0;
    for (long nanos : slowest) {
      longest = Math.max(longest, nanos);
    }
    return new Account(counted, lost, doubled, ring.late(), longest);
  }
}
