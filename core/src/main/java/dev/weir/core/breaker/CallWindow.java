package dev.weir.core.breaker;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/*
 * THE CONTRACT. Time is cut into buckets of a fortieth of the window, counted from `origin`. A call
 * counts in the bucket that it ended in, and the window of an instant is the bucket of that instant
 * and the 40 before it: it reaches back over its whole length, and at most a fortieth further. Its
 * last tenth is the bucket of the instant and the four before it. (Without the one that the window
 * has only in part, a tenth would be three quarters of one just after a bucket began, and so few
 * calls deceive: false openings doubled.)
 *
 * A BUCKET BELONGS TO ITS TIME. It is an object with its number, made by whoever comes first, and
 * never used for another time: a thread that read the clock, slept and records late adds to the
 * bucket of the time it read, and nobody's count is lost or moved when the window turns. (Rings of
 * buckets that are reset in place lose what is written while they are.) A call that ended before
 * the whole window counts in the newest bucket, so that a clock that steps back blinds nobody.
 *
 * ONE WORD A BUCKET, [retired | errors | slow | total], so that the three are read as of one
 * instant and a call is recorded by one atomic add. A full bucket (2 million calls) counts no more:
 * its ratios stay what they are.
 *
 * ANOTHER LENGTH. A reload may change it. The new window is put in place first; then each bucket is
 * taken out of the old one for good, and its word is retired by the same atomic operation that reads
 * what it holds. A writer who adds to a retired word sees it in what the addition returns, and
 * records again in the new window: nothing is lost or counted twice, and nobody waits.
 */

/** What the calls of a sliding window came to. Thread-safe, lock-free. */
final class CallWindow {

  /** In a window: forty, and the one that is being filled. */
  static final int WHOLE = 41;

  /** In its last tenth. */
  static final int TENTH = 5;

  private static final int PARTS = WHOLE - 1;

  /** A power of two, with some room for threads whose clocks are read early. */
  private static final int CELLS = 64;

  private static final int BITS = 21;
  private static final long FIELD = (1L << BITS) - 1;
  private static final long RETIRED = 1L << 63;

  /** As many threads may find a bucket not yet full at the same time. */
  private static final long FULL = FIELD - (1 << 16);

  private static final AtomicLongFieldUpdater<CallWindow> NEWEST =
      AtomicLongFieldUpdater.newUpdater(CallWindow.class, "newest");

  private static final AtomicLongFieldUpdater<CallWindow> NEWEST_BAD =
      AtomicLongFieldUpdater.newUpdater(CallWindow.class, "newestBad");

  /** Before any bucket, and far from overflow. */
  private static final long NEVER = Long.MIN_VALUE / 2;

  /** In the cells of a window that has a successor. */
  private static final Bucket GONE = new Bucket(Long.MAX_VALUE, RETIRED);

  private final long origin;
  private final long windowNanos;
  private final long bucketNanos;
  private final AtomicReferenceArray<@Nullable Bucket> cells = new AtomicReferenceArray<>(CELLS);

  /** Number of the newest bucket. */
  private volatile long newest = NEVER;

  /** Number of the newest bucket with a slow or failed call. */
  private volatile long newestBad = NEVER;

  /** A bucket that was the newest when it was made: where the next call most likely belongs. */
  private volatile Bucket latest = new Bucket(NEVER, 0);

  CallWindow(long origin, long windowNanos) {
    this.origin = origin;
    this.windowNanos = windowNanos;
    this.bucketNanos = windowNanos / PARTS;
  }

  long windowNanos() {
    return windowNanos;
  }

  /**
   * Counts a call.
   *
   * @param at when it ended
   * @return false if this window has a successor, which must be told instead
   */
  boolean record(long at, Ending ending) {
    Bucket bucket = bucket(at);
    if (bucket == GONE
        || !bucket.add(
            1 | (ending.slow ? 1L << BITS : 0) | (ending.error ? 1L << (2 * BITS) : 0))) {
      return false;
    }
    if (ending.isBad()) {
      raise(NEWEST_BAD, bucket.number);
    }
    return true;
  }

  /** Of the time {@code at}, made if need be; {@link #GONE} if this window has a successor. */
  private Bucket bucket(long at) {
    Bucket likely = latest;
    long into = at - origin - likely.number * bucketNanos;
    if (into >= 0 && into < bucketNanos && likely.number != NEVER) {
      return likely;
    }
    long number = number(at);
    if (newest - number >= WHOLE) {
      number = newest;
    }
    int cell = cell(number);
    for (; ; ) {
      Bucket found = cells.get(cell);
      if (found != null && (found.number == number || found == GONE)) {
        return found;
      }
      Bucket fresh = new Bucket(number, 0);
      if (cells.compareAndSet(cell, found, fresh)) {
        raise(NEWEST, number);
        if (newest == number) {
          latest = fresh;
        }
        return fresh;
      }
    }
  }

  private void raise(AtomicLongFieldUpdater<CallWindow> field, long number) {
    long seen;
    do {
      seen = field.get(this);
    } while (seen < number && !field.compareAndSet(this, seen, number));
  }

  /** The number of the bucket that the window of {@code now} ends with. */
  long newest(long now) {
    return Math.max(newest, number(now));
  }

  /** When the bucket ends. */
  long end(long number) {
    return origin + (number + 1) * bucketNanos;
  }

  /** Whether a slow or failed call is in the window that ends with bucket {@code number}. */
  boolean hasBad(long number) {
    return number - newestBad < WHOLE;
  }

  /** Adds the counts of as many buckets, of which {@code number} is the newest. */
  void addTo(CallCounts totals, long number, int buckets) {
    for (long i = number; i > number - buckets; i--) {
      Bucket bucket = cells.get(cell(i));
      if (bucket != null && bucket.number == i) {
        long word = bucket.word;
        totals.add(word & FIELD, (word >>> BITS) & FIELD, (word >>> (2 * BITS)) & FIELD);
      }
    }
  }

  /**
   * Takes over what is in both windows now: each bucket of {@code before} at its last instant. This
   * one is in place already.
   *
   * @param now no later than which a call is counted: buckets reach into the future
   */
  void takeOver(CallWindow before, long now) {
    for (int i = 0; i < CELLS; i++) {
      Bucket bucket = before.cells.getAndSet(i, GONE);
      if (bucket == null) {
        continue;
      }
      long word = bucket.retire();
      long last = before.end(bucket.number) - 1;
      long at = last - now < 0 ? last : now;
      // Others are too old: they are dropped, not moved to the newest bucket.
      if (word != 0
          && before.newest(now) - bucket.number < WHOLE
          && newest(now) - number(at) < WHOLE) {
        takeOver(word, at);
      }
    }
  }

  private void takeOver(long word, long at) {
    Bucket own = bucket(at);
    own.add(word);
    if (word >>> BITS != 0) {
      raise(NEWEST_BAD, own.number);
    }
  }

  private long number(long at) {
    return Math.floorDiv(at - origin, bucketNanos);
  }

  private static int cell(long number) {
    return (int) number & (CELLS - 1);
  }

  /** The counts of one stretch of time. */
  private static final class Bucket {

    private static final AtomicLongFieldUpdater<Bucket> WORD =
        AtomicLongFieldUpdater.newUpdater(Bucket.class, "word");

    final long number;

    /** [retired | errors | slow | total]. */
    volatile long word;

    Bucket(long number, long word) {
      this.number = number;
      this.word = word;
    }

    /** Adds to all three counts; false if what is added is lost. */
    boolean add(long counts) {
      if ((word & FIELD) + (counts & FIELD) > FULL) {
        return (word & RETIRED) == 0;
      }
      return (WORD.getAndAdd(this, counts) & RETIRED) == 0;
    }

    /** What it has counted; nothing counts in it from now on. */
    long retire() {
      long seen;
      do {
        seen = word;
      } while (!WORD.compareAndSet(this, seen, seen | RETIRED));
      return seen;
    }
  }
}
