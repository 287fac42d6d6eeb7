package dev.weir.core.concurrency;

import dev.weir.core.Parking;
import java.util.concurrent.atomic.AtomicLong;

/*
 * THE CONTRACT. A permit is taken only while fewer than `max` are, under any interleaving; whoever
 * comes first gets the next one; a permit that is given back is, when `release` returns, either free
 * for the next caller or owned by the call that waited longest. A call can stop waiting at any time
 * and leaves nothing behind. No lock and no spinning: a thread that stops anywhere, or dies, holds up
 * no other.
 *
 * THE WORD. All that is decided is decided by a compare-and-set of one word,
 *
 *        63            32 31             0
 *       [ free, signed   | calls waiting  ]      free = max - calls inside
 *
 * with the invariant that free > 0 only where nobody waits:
 *
 *   take      nobody waits, free > 0:   free - 1
 *   enter     else, if there is room:   waiting + 1, then WaitingLine.join
 *   release   nobody waits, or max has
 *             been lowered (free < 0):  free + 1
 *             else                      waiting - 1, free stays: the permit changes hands; then
 *                                       WaitingLine.bring
 *   change    free + difference; as many as are free now and are waited for change hands at once
 *   leave     waiting - 1, and the place is given up
 *
 * A newcomer finds free > 0 with nobody waiting or does not take: it overtakes nobody. `free` may be
 * negative, after a reload with a lower max; then calls that leave only raise it, and nobody enters
 * until fewer than max are inside. As max is part of `free`, lowering it and taking a permit are
 * changes of one word, and no call slips in that had read the higher max.
 *
 * THE LINE only says who gets the permits that changed hands. Each one that did is brought to the
 * first in line; the word counted somebody waiting for it, so that there is one, or is about to be:
 * then the permit waits in the line for the call. So, counting places that have not been met,
 *
 *     calls in line (or about to join) = waiting + permits on their way            (*)
 *
 * LEAVING, for want of time, by an interrupt or an Error, races with permits on their way:
 *
 *   - waiting > 0: count one less, and mark the place as gone. If a permit came in between it was
 *     meant for somebody behind, by (*), and is brought on.
 *   - waiting = 0: by (*) there is a permit on its way for each call in line, so for this one. It owns
 *     that from now on, without waiting for it (its place takes the delivery later and drops it), and
 *     the caller decides whether to use it or to give it back.
 *
 * MEMORY ORDER. Everything is volatile or a compare-and-set. What a call did inside happens before
 * what the next call with its permit does: release and take synchronise on the word, a grant on the
 * state of the place. Parking is only a hint: a waiter looks at its place before and after it.
 *
 * THE ORDER of two calls that begin to wait at the same time is that of joining the line, not that of
 * the word.
 *
 * REJECTED.
 *   - Semaphore: even a fair one lets tryAcquire() overtake those who wait. It cannot bound how many
 *     wait, but by a second counter that another thread can come in between; an interrupt clears the
 *     flag; and what it parks through cannot be replaced by a test.
 *   - AbstractQueuedSynchronizer: a cancelled waiter is unlinked by others in time; the number of
 *     those that wait is only estimated by a walk; and a releasing call only wakes the next, which
 *     then competes for the permit: between the two the permit is idle for a context switch.
 *   - A lock around a counter and a queue: short, but a thread that loses its core in it stops all
 *     calls of the entry, and an Error in it breaks them for good.
 *   - Count, then check (LongAdder, or increment and undo): two threads pass the last permit, or
 *     refuse each other where one should pass.
 *   - A ticket of each call and the number now served, in one word: a handsome queue until somebody
 *     leaves its middle.
 *   - Segments of an endless array (Koval et al. 2021): the same algorithm, faster; but leaves holes
 *     where calls gave up behind one that still waits, and needs twice the code.
 */

/** Permits for a bounded number of calls at once, and the line for them. Thread-safe, lock-free. */
final class Permits {

  /** What became of {@link #enter}. */
  enum Entered {
    /** A permit is taken; the place was not used. */
    AT_ONCE,
    /** The place is in line, and counted. */
    IN_LINE,
    /** As many wait as may. */
    NO_ROOM
  }

  private static final long ONE_FREE = 1L << 32;
  private static final long WAITING = ONE_FREE - 1;

  private final AtomicLong word;
  private final WaitingLine line;

  /** For display, and as what the next change differs from; guarded by "one change at a time". */
  private volatile int max;

  Permits(int max, Parking parking) {
    this.max = max;
    this.word = new AtomicLong(max * ONE_FREE);
    this.line = new WaitingLine(parking);
  }

  /** Takes a permit if one is free, which means that nobody waits. */
  boolean take() {
    for (; ; ) {
      long seen = word.get();
      if (!hasFree(seen)) {
        return false;
      }
      if (word.compareAndSet(seen, seen - ONE_FREE)) {
        return true;
      }
    }
  }

  /**
   * Takes a permit, or else stands in line for one if fewer than {@code maxWaiting} do.
   *
   * @param place a new one
   */
  Entered enter(Place place, int maxWaiting) {
    for (; ; ) {
      long seen = word.get();
      if (hasFree(seen)) {
        if (word.compareAndSet(seen, seen - ONE_FREE)) {
          return Entered.AT_ONCE;
        }
      } else if (waiting(seen) >= maxWaiting) {
        return Entered.NO_ROOM;
      } else if (word.compareAndSet(seen, seen + 1)) {
        line.join(place);
        return Entered.IN_LINE;
      }
    }
  }

  /**
   * The call at {@code place} waits no longer.
   *
   * @return whether it owns a permit, because one was handed over to it before
   */
  boolean leave(Place place) {
    place.forgetThread();
    for (; ; ) {
      long seen = word.get();
      if (place.isGranted()) {
        return true;
      }
      if (waiting(seen) == 0) {
        // A permit is on its way here. If it comes in this moment, all the better.
        place.move(Place.WAITING, Place.OWNED);
        return true;
      }
      if (word.compareAndSet(seen, seen - 1)) {
        if (place.move(Place.WAITING, Place.GONE)) {
          line.left(waiting(seen) - 1);
        } else {
          line.bring(); // What was brought here is for another, now that this one is not counted.
        }
        return false;
      }
    }
  }

  /** Gives a permit back: to the first in line, or to whoever comes. */
  void release() {
    for (; ; ) {
      long seen = word.get();
      if (waiting(seen) == 0 || free(seen) < 0) {
        if (word.compareAndSet(seen, seen + ONE_FREE)) {
          return;
        }
      } else if (word.compareAndSet(seen, seen - 1)) {
        line.bring();
        return;
      }
    }
  }

  /**
   * Another maximum from now on. Who waits is served in order as far as it allows; calls inside
   * stay. Not for two threads at once.
   */
  void change(int newMax) {
    int difference = newMax - max;
    max = newMax;
    for (; ; ) {
      long seen = word.get();
      int free = free(seen) + difference;
      int served = Math.max(0, Math.min(free, waiting(seen)));
      if (word.compareAndSet(seen, (free - served) * ONE_FREE + (waiting(seen) - served))) {
        for (int i = 0; i < served; i++) {
          line.bring();
        }
        return;
      }
    }
  }

  /** Whether no permit is to be had at once. */
  boolean isFull() {
    return !hasFree(word.get());
  }

  int max() {
    return max;
  }

  int waiting() {
    return waiting(word.get());
  }

  /** Permits that are taken. For an instant of a {@link #change} it is off by the difference. */
  int inside() {
    return Math.max(0, max - free(word.get()));
  }

  /** Places in memory, those too that nobody waits at. */
  int places() {
    return line.length();
  }

  private static boolean hasFree(long word) {
    return word >= ONE_FREE && waiting(word) == 0;
  }

  private static int free(long word) {
    return (int) (word >> 32);
  }

  /** Never negative: it grows only while it is less than an int. */
  private static int waiting(long word) {
    return (int) (word & WAITING);
  }
}
