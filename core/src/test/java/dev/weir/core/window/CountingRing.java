package dev.weir.core.window;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Counts in buckets, which are numbered. */
interface CountingRing {

  /** As many as the statistics have, so that both turn as often. */
  int BUCKETS = 512;

  /** Counts one in the bucket of the time that the writer read. */
  void count(long bucket);

  /** What was counted in a bucket that was not overwritten yet. */
  long counted(long bucket);

  /** What was not counted as the writer's bucket had been overwritten. */
  long late();

  /** The statistics, which take a bucket for an eighth of a second. */
  static CountingRing ofStatistics() {
    CallStatistics statistics = new CallStatistics(0);
    return new CountingRing() {
      @Override
      public void count(long bucket) {
        statistics.passed(bucket * Stripe.BUCKET_NANOS);
      }

      @Override
      public long counted(long bucket) {
        return statistics.passedIn(bucket);
      }

      @Override
      public long late() {
        return statistics.late();
      }
    };
  }

  /**
   * The naive structure of the field: a ring of buckets, each with a start and an adder; the first
   * writer of a new time resets the bucket in place under a try-lock, while others yield.
   */
  static CountingRing naive() {
    return new CountingRing() {
      private final AtomicReferenceArray<@Nullable Bucket> ring =
          new AtomicReferenceArray<>(BUCKETS);
      private final ReentrantLock resetting = new ReentrantLock();
      private final LongAdder late = new LongAdder();

      @Override
      @SuppressWarnings("ThreadPriorityCheck") // As the field does it.
      public void count(long bucket) {
        int cell = (int) bucket & (BUCKETS - 1);
        for (; ; ) {
          Bucket seen = ring.get(cell);
          if (seen == null) {
            ring.compareAndSet(cell, null, new Bucket(bucket));
          } else if (seen.number == bucket) {
            seen.counts.increment();
            return;
          } else if (seen.number > bucket) {
            late.increment();
            return;
          } else if (resetting.tryLock()) {
            try {
              seen.number = bucket;
              seen.counts.reset();
            } finally {
              resetting.unlock();
            }
          } else {
            Thread.yield();
          }
        }
      }

      @Override
      public long counted(long bucket) {
        Bucket seen = ring.get((int) bucket & (BUCKETS - 1));
        return seen != null && seen.number == bucket ? seen.counts.sum() : 0;
      }

      @Override
      public long late() {
        return late.sum();
      }
    };
  }

  /** Of the naive ring. */
  final class Bucket {
    private final LongAdder counts = new LongAdder();
    private volatile long number;

    private Bucket(long number) {
      this.number = number;
    }
  }
}
