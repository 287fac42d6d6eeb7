package dev.weir.core.flow;

import dev.weir.core.Ticker;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/*
 * THE CONTRACT. At most `limit` grants in any half-open interval [t, t + period) of the ticker, for
 * any number of threads; a call is refused only if the last 65/64 periods hold the whole limit.
 * Memory does not depend on the limit. No lock, no waiting, no garbage, no thread of its own.
 *
 * THE WINDOW. Time is cut into buckets of a 64th of a period:
 *
 *        b-64   b-63                                     b-1     b
 *     |------|------|------|  ...                |------|------|--x---|
 *            |<------------------- a period ------------------->  now
 *
 * A call at x, in bucket b, is granted if buckets b-64 to b hold fewer grants than the limit. Bucket
 * i begins at the first whole nanosecond of i * period / 64, so that two instants a period apart lie
 * exactly 64 buckets apart, whatever the period divides by. Then
 *
 *   - an interval [t, t + period) touches at most 65 buckets in a row. When the last grant in it was
 *     made, that grant's bucket and the 64 before it held no more than the limit, and no bucket
 *     before the newest ever gains a grant: the interval holds no more than the limit.
 *   - buckets b-64 to b reach back at most 65/64 periods, which is all that a refusal counts.
 *     Saturated, 64/65 = 98.46 % of the limit is granted, and the first burst after idleness is
 *     granted whole.
 *
 * What remains is to count each grant in the bucket that its time lies in, under any interleaving.
 *
 * THE STATE. Only buckets in which calls came are kept; each is called a turn and numbered in
 * sequence. One word holds [turn | closed | frozen | grants in this turn's bucket]; a grant is one
 * compare-and-set of it. It fails if the window turned meanwhile, so that a grant is always counted
 * in the newest bucket, and the caller's time was checked against that bucket's bounds. Beside it,
 * each packed with its turn: the grants of the other buckets in the window, `others`, and in a ring
 * the final count of each earlier turn; and the start of each turn's bucket.
 *
 * THE TURN. A call of a later bucket freezes the word. From then on the count is final, and whoever
 * meets a frozen word helps, so that a thread that stops anywhere holds up nobody:
 *
 *   1. write the final count into the ring cell of this turn;
 *   2. propose the start of the next bucket. Helpers have read different clocks; the first wins;
 *   3. sum what remains in the window of that start and publish it as `others` of the next turn;
 *   4. set the word to [next turn | 0].
 *
 * Each step is a compare-and-set from a value seen before the word was last seen to be this frozen
 * one, and no cell ever holds a value twice: they are packed with the turn, or grow (starts), or
 * only fall within a turn (counts when grants are undone, and then `others`). So a helper that comes
 * late changes nothing. (Turn numbers wrap. A thread would have to stop between reading and setting
 * for a multiple of 1.1e9 turns to the very turn, 200 days of uninterrupted turning where the period
 * is one second, and meet the same count.)
 *
 * THE CLOCK. A caller's time was read before it met the word. If it is older than the newest bucket,
 * the ticker is read again; if that is older still, the clock stepped back, and the time of the call
 * is the start of the newest bucket: time in here is the maximum of all readings, up to a bucket.
 *
 * UNDO. A grant whose call another rule then refused is taken back: from the word if it is of the
 * same turn, else from its ring cell, after which `others` is summed again. A cell is final but for
 * falling, so that a sum read while others undo is never too small; the compare-and-set of `others`
 * from what was read before summing makes the last one right. No limit is ever exceeded for it, and
 * when undo returns the permit is free.
 *
 * ANOTHER PERIOD. A reload may change it. The word is closed for good, and whoever meets a closed
 * word builds the successor from what is now immutable: each bucket's count at its time, so that the
 * new window is charged with all that the old one knew. The first successor wins (see FlowLimiter).
 *
 * REJECTED.
 *   - A log of time stamps: exact, but its memory grows with the limit (16 MB for 1,000,000/s).
 *   - Token bucket, GCRA, leaky bucket: after idleness they grant the burst and refill meanwhile, up
 *     to twice the limit in a window; with a burst of 1 they refuse a first burst they should grant.
 *   - Two buckets, or the previous one weighted: counts 0.5 to 1 period; peers measured 2.00 x.
 *   - Check, then count (most libraries): two threads pass the last permit.
 *   - Resetting a ring cell under a try-lock: writers that read the old cell lose counts.
 *   - A spin lock around a plain ring: exact, but a thread that loses its core holds up all others.
 *   - An immutable snapshot for each turn: simple, but garbage on the path of a call.
 *   - A clock thread that turns the window: late by its scheduling, and one more thread.
 */

/** The exact count of grants in a sliding period, and the decision on the next one. Thread-safe. */
final class SlidingWindow implements Meter {

  private static final int BUCKETS = 64;

  /** The newest bucket, the 64 before it that may be in the window, and one being proposed. */
  private static final int CELLS = BUCKETS + 2;

  /**
   * Turn numbers, below 2^31; a multiple of the cells, so that the ring goes on where they wrap.
   */
  private static final long TURNS = (long) CELLS << 24;

  private static final int TURN_SHIFT = 33;
  private static final long CLOSED = 1L << 32;
  private static final long FROZEN = 1L << 31;
  private static final long COUNT = FROZEN - 1;

  /** Before any start, and far from overflow. */
  private static final long NEVER = Long.MIN_VALUE / 2;

  private final Ticker ticker;
  private final long origin;
  private final long periodNanos;
  private final long surelyInBucketNanos;
  private volatile Ceiling ceiling;
  private volatile @Nullable FlowRule successor;

  /** [turn | closed | frozen | grants in its bucket]. */
  private final AtomicLong word = new AtomicLong();

  /** [turn | grants of the other buckets in its window]. */
  private final AtomicLong others = new AtomicLong();

  /** When the bucket of each turn starts, in nanoseconds from the origin. */
  private final AtomicLongArray starts = new AtomicLongArray(CELLS);

  /** [turn | its grants], of earlier turns. */
  private final AtomicLongArray counts = new AtomicLongArray(CELLS);

  /** Of a rule that has granted nothing yet. */
  SlidingWindow(Ticker ticker, FlowRule rule) {
    this(ticker, rule.limit());
    ceiling = new Ceiling(rule.limit().calls(), Warmth.of(rule, ticker));
  }

  SlidingWindow(Ticker ticker, Rate rate) {
    this(ticker, ticker.nanos(), rate, 0);
    starts.set(0, 0);
  }

  private SlidingWindow(Ticker ticker, long origin, Rate rate, long firstTurn) {
    this.ticker = ticker;
    this.origin = origin;
    this.periodNanos = rate.periodNanos();
    this.surelyInBucketNanos = periodNanos / BUCKETS;
    this.ceiling = new Ceiling(rate.calls(), null);
    for (int cell = 0; cell < CELLS; cell++) {
      starts.setPlain(cell, NEVER);
    }
    for (long turn = firstTurn, cell = 0; cell < CELLS; cell++) {
      turn = previous(turn);
      counts.setPlain(cell(turn), pack(turn, 0));
    }
    word.set(pack(firstTurn, 0));
    others.set(pack(firstTurn, 0));
  }

  @Override
  public long take(long now) {
    return ask(now, true, null);
  }

  /**
   * Takes a permit if more are free than those.
   *
   * @param borrowings null where none are to be left
   */
  long take(long now, @Nullable Borrowings borrowings) {
    return ask(now, true, borrowings);
  }

  @Override
  public long look(long now) {
    return ask(now, false, null);
  }

  /** What {@link #take(long, Borrowings)} would say now; takes nothing. */
  long look(long now, @Nullable Borrowings borrowings) {
    return ask(now, false, borrowings);
  }

  private long ask(long now, boolean take, @Nullable Borrowings borrowings) {
    long time = now;
    for (; ; ) {
      long seen = word.get();
      if ((seen & (FROZEN | CLOSED)) != 0) {
        if ((seen & CLOSED) != 0) {
          return RETIRED;
        }
        turn(seen, time);
        continue;
      }
      long turn = turnOf(seen);
      // Of this turn if `others`, read next, is: it is replaced before the start's cell is.
      long start = starts.get(cell(turn));
      long at = time - origin;
      if (at < start) {
        time = ticker.nanos();
        at = Math.max(time - origin, start);
      }
      if (at - start >= surelyInBucketNanos && bucketStart(at) != start) {
        word.compareAndSet(seen, seen | FROZEN);
        continue;
      }
      long rest = others.get();
      if (turnOf(rest) != turn) {
        continue;
      }
      long granted = countOf(seen) + countOf(rest);
      Ceiling most = ceiling;
      long limit = most.warmth == null ? most.calls : warming(most, turn, at, granted);
      // Read after the word: whoever reserves after this sees the permit free, or the word changes.
      if (granted + (borrowings == null ? 0 : borrowings.pending()) >= limit) {
        return REFUSED;
      }
      if (!take || word.compareAndSet(seen, seen + 1)) {
        return turn;
      }
    }
  }

  /** The limit in force while the rule warms up. */
  private long warming(Ceiling most, long turn, long at, long granted) {
    if (most.warmth == null) {
      return most.calls;
    }
    long before = starts.get(cell(previous(turn)));
    // Of a turn that others have overwritten it is a later start, which only says less.
    long quiet = before == NEVER ? at : Math.min(at, bucketEnd(Math.max(0, before)));
    return most.warmth.limit(most.calls, origin + at, granted, origin + quiet);
  }

  /** Helps the window from the turn of the word {@code frozen} to the next. */
  private void turn(long frozen, long now) {
    long turn = turnOf(frozen);
    long next = next(turn);
    long start = starts.get(cell(turn));
    long planned = starts.get(cell(next));
    long count = counts.get(cell(turn));
    if (word.get() != frozen) {
      return;
    }
    if (turnOf(count) != turn) {
      counts.compareAndSet(cell(turn), count, pack(turn, countOf(frozen)));
    }
    if (planned <= start) {
      starts.compareAndSet(cell(next), planned, later(start, now));
    }
    for (; ; ) {
      long rest = others.get();
      if (turnOf(rest) == next) {
        break;
      }
      long sum = sumBefore(next);
      if (word.get() != frozen) {
        return;
      }
      if (others.compareAndSet(rest, pack(next, sum))) {
        break;
      }
    }
    word.compareAndSet(frozen, pack(next, 0));
  }

  /**
   * The bucket of now. It is after {@code start}: the thread that froze the word read a later time.
   * If this one still cannot, the clock stepped back, and the next bucket is the earliest that the
   * other may have seen.
   */
  private long later(long start, long now) {
    long at = now - origin;
    if (at <= start || bucketStart(at) == start) {
      at = ticker.nanos() - origin;
    }
    return at <= start || bucketStart(at) == start ? bucketEnd(start) : bucketStart(at);
  }

  /** The grants of the turns before {@code turn} that are in its window. */
  private long sumBefore(long turn) {
    long oldest = starts.get(cell(turn)) - periodNanos;
    long sum = 0;
    long earlier = turn;
    for (int i = 0; i < BUCKETS; i++) {
      earlier = previous(earlier);
      int cell = cell(earlier);
      if (starts.get(cell) < oldest) {
        break;
      }
      sum += countOf(counts.get(cell));
    }
    return sum;
  }

  @Override
  public boolean undo(long permit) {
    for (; ; ) {
      long seen = word.get();
      if ((seen & CLOSED) != 0 || permit >= TURNS) {
        // A successor may have counted it by now, or a pacer granted it. It stays taken, for a
        // period: too strict, once.
        return false;
      }
      if ((seen & FROZEN) != 0) {
        turn(seen, ticker.nanos());
      } else if (turnOf(seen) != permit) {
        undoEarlier(permit);
        return true;
      } else if (countOf(seen) == 0) {
        return false; // of no grant that is counted here
      } else if (word.compareAndSet(seen, seen - 1)) {
        return true;
      }
    }
  }

  private void undoEarlier(long turn) {
    long count;
    do {
      count = counts.get(cell(turn));
      if (turnOf(count) != turn || countOf(count) == 0) {
        return; // It left the window long ago, or was granted by a predecessor.
      }
    } while (!counts.compareAndSet(cell(turn), count, count - 1));
    for (; ; ) {
      long rest = others.get();
      long sum = sumBefore(turnOf(rest));
      // Unless `others` is still what it was, the ring may have been overwritten under the sum.
      if (sum < countOf(rest)
          ? others.compareAndSet(rest, pack(turnOf(rest), sum))
          : others.get() == rest) {
        return;
      }
    }
  }

  /** Another limit for the same period; what was granted stays counted. */
  void limit(long calls) {
    ceiling = new Ceiling(calls, ceiling.warmth);
  }

  long periodNanos() {
    return periodNanos;
  }

  @Override
  public boolean adopt(FlowRule rule) {
    if (rule.pacing() != null || rule.limit().periodNanos() != periodNanos) {
      return false;
    }
    Warmth warmth = Warmth.after(ceiling.warmth, rule, ticker);
    ceiling = new Ceiling(rule.limit().calls(), warmth);
    return true;
  }

  /** How many calls may be granted in the last period. */
  long limitNow(long now) {
    Ceiling most = ceiling;
    return most.warmth == null ? most.calls : most.warmth.limit(most.calls, now);
  }

  @Override
  public @Nullable Warmth warmth() {
    return ceiling.warmth;
  }

  @Override
  public boolean isIdle(long now) {
    look(now); // turns the window to now
    Warmth warmth = ceiling.warmth;
    return granted() == 0 && (warmth == null || warmth.isCold(now));
  }

  /** The grants in the window of the newest bucket. */
  long granted() {
    for (; ; ) {
      long seen = word.get();
      long sum = countOf(seen) + sumBefore(turnOf(seen));
      if (turnOf(word.get()) == turnOf(seen)) {
        return sum;
      }
    }
  }

  @Override
  public long retryAfterNanos(long now) {
    return freeNanos(now, 1);
  }

  /**
   * Nanoseconds until so many permits are free, if none is undone and no other call is granted one;
   * -1 where there are never so many.
   */
  long freeNanos(long now, int permits) {
    long most = limitNow(now) - permits + 1;
    if (most <= 0) {
      return -1;
    }
    for (; ; ) {
      long seen = word.get();
      long turn = turnOf(seen);
      long start = starts.get(cell(turn));
      long oldest = start - periodNanos;
      long sum = countOf(seen);
      long blocking = start;
      for (int i = 0; i < BUCKETS && sum < most; i++) {
        turn = previous(turn);
        blocking = starts.get(cell(turn));
        if (blocking < oldest) {
          break;
        }
        sum += countOf(counts.get(cell(turn)));
      }
      if (turnOf(word.get()) == turnOf(seen)) {
        long at = Math.max(now - origin, start);
        return sum < most ? 0 : Math.max(0, bucketEnd(blocking) + periodNanos - at);
      }
    }
  }

  @Override
  public void retire(FlowRule next) {
    successor = next;
    long seen;
    do {
      seen = word.get();
    } while ((seen & CLOSED) == 0 && !word.compareAndSet(seen, seen | CLOSED));
  }

  @Override
  public Meter successor(long pacerOrigin) {
    FlowRule next = successor;
    if (next == null || (word.get() & CLOSED) == 0) {
      throw new IllegalStateException("not retired");
    }
    if (next.pacing() != null) {
      return Pacer.after(this, ticker, pacerOrigin, next);
    }
    return successor(next, ceiling.warmth, Long.MIN_VALUE);
  }

  /**
   * A window that begins with what this retired one granted, at its times.
   *
   * @param before how warm the rule was
   * @param latest on the ticker: nothing was granted an instant after that
   */
  SlidingWindow successor(FlowRule next, @Nullable Warmth before, long latest) {
    SlidingWindow window = successor(next.limit(), latest);
    window.ceiling = new Ceiling(next.limit().calls(), Warmth.after(before, next, ticker));
    return window;
  }

  /** One that counts grants, of which there may be any number, and begins with those of this. */
  SlidingWindow tally(long tallyNanos) {
    return successor(new Rate(Rate.MAX_CALLS, tallyNanos), Long.MIN_VALUE);
  }

  private SlidingWindow successor(Rate rate, long latest) {
    long last = word.get();
    long turn = turnOf(last);
    long newest = starts.get(cell(turn));
    // All grants were stamped by now, or by the latest, though their buckets may reach further.
    long clock = ticker.nanos() - origin;
    long now = Math.max(clock, newest);
    long head = now;
    if (latest != Long.MIN_VALUE) {
      head = Math.max(now, Math.min(latest - origin, bucketEnd(newest) - 1));
    }
    // Until the latest all calls that come count as of then, and with them what they come after.
    long asOfHead = head > clock ? clock - rate.periodNanos() : head;
    long oldestTurn = turn;
    for (int i = 0; i < BUCKETS; i++) {
      if (starts.get(cell(previous(oldestTurn))) < newest - periodNanos) {
        break;
      }
      oldestTurn = previous(oldestTurn);
    }
    // Permits name turns, so that no number of a predecessor's may be one of the successor's.
    SlidingWindow next = new SlidingWindow(ticker, origin, rate, next(turn));
    next.charge(this, oldestTurn, turn, head, asOfHead);
    return next;
  }

  /**
   * Counts an earlier window's turns in this one, which no other thread sees yet.
   *
   * @param headNanos the time of this window's newest bucket at the latest
   * @param asOfHead from when on grants count as of then
   */
  private void charge(
      SlidingWindow before, long oldestTurn, long newestTurn, long headNanos, long asOfHead) {
    long turn = turnOf(word.get());
    long head = NEVER;
    long count = 0;
    for (long from = oldestTurn; from != next(newestTurn); from = next(from)) {
      int cell = cell(from);
      long end = before.bucketEnd(before.starts.get(cell));
      long start = bucketStart(end - 1 >= asOfHead ? headNanos : end - 1);
      if (head != NEVER && start != head) {
        counts.set(cell(turn), pack(turn, count));
        turn = next(turn);
        count = 0;
      }
      head = start;
      starts.set(cell(turn), head);
      count += countOf(from == newestTurn ? before.word.get() : before.counts.get(cell));
    }
    others.set(pack(turn, sumBefore(turn)));
    word.set(pack(turn, count));
  }

  /**
   * When the next call would come, on the ticker, if all that this retired window granted had kept
   * a spacing: the latest that follows from any of its grants and the number of those since.
   *
   * @param mostNanos from a grant on
   * @param never what is said where it granted nothing
   */
  long due(long spacing, long mostNanos, long never) {
    long last = word.get();
    long turn = turnOf(last);
    long newest = starts.get(cell(turn));
    long now = Math.max(ticker.nanos() - origin, newest);
    long due = now;
    long grants = countOf(last);
    for (int i = 0; i <= BUCKETS; i++) {
      long start = starts.get(cell(turn));
      if (start < newest - periodNanos) {
        break;
      }
      grants += i == 0 ? 0 : countOf(counts.get(cell(turn)));
      long nanos = grants > mostNanos / spacing ? mostNanos : grants * spacing;
      due = Math.max(due, Math.min(bucketEnd(start) - 1, now) + nanos);
      turn = previous(turn);
    }
    return grants == 0 ? never : origin + due;
  }

  /**
   * The start of the bucket that {@code at} lies in; both in nanoseconds from the origin, from 0.
   */
  private long bucketStart(long at) {
    return startOf(at / periodNanos, at % periodNanos * BUCKETS / periodNanos);
  }

  private long bucketEnd(long start) {
    return startOf(start / periodNanos, start % periodNanos * BUCKETS / periodNanos + 1);
  }

  private long startOf(long period, long bucketInPeriod) {
    return period * periodNanos + (bucketInPeriod * periodNanos + BUCKETS - 1) / BUCKETS;
  }

  private static long pack(long turn, long count) {
    return turn << TURN_SHIFT | count;
  }

  private static long turnOf(long packed) {
    return packed >>> TURN_SHIFT;
  }

  private static long countOf(long packed) {
    return packed & COUNT;
  }

  private static int cell(long turn) {
    return (int) (turn % CELLS);
  }

  private static long next(long turn) {
    return turn == TURNS - 1 ? 0 : turn + 1;
  }

  private static long previous(long turn) {
    return turn == 0 ? TURNS - 1 : turn - 1;
  }

  /** What must not be exceeded. Immutable. */
  private static final class Ceiling {
    private final long calls;

    /** How far calls are below that; null where they are not. */
    private final @Nullable Warmth warmth;

    Ceiling(long calls, @Nullable Warmth warmth) {
      this.calls = calls;
      this.warmth = warmth;
    }
  }
}
