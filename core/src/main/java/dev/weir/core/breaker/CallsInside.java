package dev.weir.core.breaker;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/*
 * THE CONTRACT. Time is cut into slices, of a sixteenth of `slow-call` or of as little as 250 of
 * them need to hold `slow-call` and the window. Calls inside are counted by the slice that they
 * began in. A slice is overdue once the last call that may have begun in it has been inside for
 * longer than `slow-call`, so that a call is found overdue never too early and at most a slice too
 * late; and it is for as long as a window, in whole slices rounded up. There is no object for a
 * call, and no timer: a look sums the overdue slices, and only when time has reached another one.
 *
 * A cell of the ring holds [slice | calls]. Whoever enters in a later slice takes the cell over from
 * a slice that cannot be overdue any more; the calls that began in that one find another number when
 * they leave, and change nothing.
 */

/** How many calls have been inside for too long. Thread-safe, lock-free. */
final class CallsInside {

  /** A power of two. */
  private static final int CELLS = 256;

  /** The rest is for the slice that begins, the one that ends, and rounding. */
  private static final int SLICES = 250;

  private static final int STEPS = 16;

  private static final int COUNT_BITS = 24;
  private static final long COUNT = (1L << COUNT_BITS) - 1;

  private final long origin;
  private final long slowNanos;
  private final long windowNanos;
  private final long sliceNanos;
  private final long reach;
  private final @Nullable CallsInside earlier;
  private final AtomicLongArray cells = new AtomicLongArray(CELLS);

  /** No overdue slice before this one holds a call: most calls leave before their slice is. */
  private volatile long emptyBefore;

  /** Until when nothing is overdue for sure. */
  private volatile long quietUntil;

  /** Until when no further slice becomes overdue after those of the latest judgement. */
  private volatile long summedUntil;

  /**
   * @param earlier of calls that were admitted under another {@code slow-call} or window
   */
  CallsInside(long origin, long slowNanos, long windowNanos, @Nullable CallsInside earlier) {
    this.origin = origin;
    this.slowNanos = slowNanos;
    this.windowNanos = windowNanos;
    this.sliceNanos =
        Math.max(1, Math.max(slowNanos / STEPS, (slowNanos + windowNanos - 1) / SLICES + 1));
    this.reach = (windowNanos - 1) / sliceNanos + 1;
    this.earlier = earlier;
    this.quietUntil = origin;
    this.summedUntil = origin;
  }

  /** Whether it follows calls of such a rule. */
  boolean follows(long slowCallNanos, long window) {
    return slowNanos == slowCallNanos && windowNanos == window;
  }

  @Nullable CallsInside earlier() {
    return earlier;
  }

  void enter(long start) {
    long slice = slice(start);
    if (slice < emptyBefore) {
      emptyBefore = slice; // A thread that slept for as long as a slow call before it came here.
    }
    int cell = cell(slice);
    for (; ; ) {
      long seen = cells.get(cell);
      long ahead = ahead(seen, slice);
      if (ahead > 0 && (seen & COUNT) != 0) {
        return; // It slept for longer than the ring is before it came here.
      }
      long next = ahead == 0 ? seen + 1 : (slice << COUNT_BITS) | 1;
      if (cells.compareAndSet(cell, seen, next)) {
        return;
      }
    }
  }

  /** A call that entered with the same {@code start} is not inside any more. */
  void leave(long start) {
    long slice = slice(start);
    int cell = cell(slice);
    for (; ; ) {
      long seen = cells.get(cell);
      if (ahead(seen, slice) != 0 || (seen & COUNT) == 0) {
        return;
      }
      if (cells.compareAndSet(cell, seen, seen - 1)) {
        return;
      }
    }
  }

  /** Whether a further slice may have become overdue since the latest judgement. */
  boolean hasNews(long now) {
    return now - summedUntil >= 0;
  }

  /** Calls that have been inside for longer than {@code slow-call}, but no longer than a window. */
  long overdue(long now) {
    long latest = latestOverdue(now);
    return sum(earliestOverdue(latest), latest);
  }

  /** {@link #overdue} for a judgement: {@link #hasNews} tells what comes after it. */
  long judgeOverdue(long now) {
    if (now - quietUntil < 0) {
      return 0;
    }
    long latest = latestOverdue(now);
    long from = Math.max(earliestOverdue(latest), emptyBefore);
    while (from <= latest && calls(from) == 0) {
      from++;
    }
    emptyBefore = from;
    long sum = sum(from, latest);
    long until = origin + slowNanos + (latest + 2) * sliceNanos;
    if (sum == 0) {
      quietUntil = until;
    }
    summedUntil = until;
    return sum;
  }

  private long latestOverdue(long now) {
    return Math.floorDiv(now - slowNanos - origin, sliceNanos) - 1;
  }

  private long earliestOverdue(long latest) {
    return Math.max(0, latest - reach + 1);
  }

  private long sum(long from, long to) {
    long sum = 0;
    for (long slice = from; slice <= to; slice++) {
      sum += calls(slice);
    }
    return sum;
  }

  private long calls(long slice) {
    long seen = cells.get(cell(slice));
    return ahead(seen, slice) == 0 ? seen & COUNT : 0;
  }

  /** From 0: a thread may have read the clock just before this was made. */
  private long slice(long start) {
    return Math.max(0, start - origin) / sliceNanos;
  }

  /** By how many slices the cell is ahead; the number in it has lost its upper bits. */
  private static long ahead(long seen, long slice) {
    return (seen & ~COUNT) - (slice << COUNT_BITS);
  }

  private static int cell(long slice) {
    return (int) slice & (CELLS - 1);
  }
}
