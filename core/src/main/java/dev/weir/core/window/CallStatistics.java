package dev.weir.core.window;

import dev.weir.core.BlockReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/*
 * THE CONTRACT. Totals equal the number of calls made, exactly. So do the windows: a call is counted
 * in the bucket of the time that its thread read, whenever the thread comes to write it, and no
 * count is lost or put elsewhere when the window turns. The one exception is a writer so late that
 * its bucket's place has been taken, more than a minute; it is counted in `late`. Nobody waits for
 * anybody, and nothing is allocated but arrays, once.
 *
 * THE WORD. Each counter of each bucket is one long, [epoch of the ring's turn | value], and counting
 * is one compare-and-set of it:
 *
 *     epoch of the word    older               mine             newer
 *     becomes              [mine | n]          [mine | v + n]   as it is; counted as late
 *
 * What resets a bucket is the first count of its new time, in the same step. There is no moment at
 * which a bucket is reset and its writers do not know. Nor is there a newest bucket, or any state
 * that knows what time it is: a clock that steps back makes a thread write to an older bucket.
 *
 * THE RING. One ring, of 512 buckets of an eighth of a second, serves both windows:
 *
 *     |<- 480 buckets: a minute ------------------------------->|   |
 *     |         |         |         |   ...   |<- 8: a second ->| x |      x: the bucket of now
 *     |<- 8: a one-second bucket                                |   |
 *
 * The last second is the eight before the current bucket and what has begun of that: 1 to 1.125
 * seconds. How long exactly is told, so that a rate is right. Seconds are counted from the engine's
 * start, for all names alike. The ring covers 64 seconds; three are for writers that are late.
 *
 * ONE WORD FOR TWO. How many calls ended and the sum of their times lie in one word, as a pair of 20
 * and 22 bits, in units of 256 ns. If there is no room for both, a call goes to two words that are a
 * number each. Room is for eight calls inside at a time: so where many take long, and a word more
 * is not felt, they pay for it, and short ones do not.
 * The minimum is only read, unless the call is the fastest of its bucket.
 *
 * PERCENTILES. A histogram of ten seconds is a bucket too: each bin is a counter, on a ring of eight.
 * Bins are log-linear (see ResponseTimes): 6.25 % from 1 us to 2.4 hours.
 *
 * CONTENTION. All threads write to one stripe of these words, until they collide 16 times within a
 * bucket; then there are two, and so on. A thread keeps to its stripe while it is alone there.
 *
 * COST. An admitted call: passed, and its total; ended and response time, their totals, a bin. Two
 * compare-and-sets and an add before it, two and two adds after it, if no other thread is in the
 * way. Arrays come in chunks of 64 words when first written to.
 *
 * REJECTED.
 *   - Resetting a ring's bucket under a try-lock, the naive structure of the field: it loses what is
 *     written between a bucket's new start and its reset (see LostCountsReport).
 *   - A ring of fine buckets and one of sixty seconds, each written by every call: three more
 *     compare-and-sets a call, to save 11 of 12 KB of a busy name.
 *   - Carrying a fine bucket into its second when it is overwritten: as cheap for a call, but while
 *     the one thread that does it has lost its core, counts are in neither, and totals seem to fall.
 *   - Totals as what left the ring plus what is in it: the same, for three adds less.
 *   - A cumulative counter, and its value noted as each bucket begins: one add a call, but a late
 *     writer counts in the bucket of the time at which it comes to write.
 *   - A LongAdder for each counter of each bucket: cannot be reset and counted in one step.
 *   - Fewer bits for the epoch, and more counters in a word: an idle name's word is then mistaken for
 *     a current one after hours. 22 bits of 64-second turns are eight years.
 *   - A stripe for each thread, or processor, from the start: memory for contention that most names
 *     never see.
 *   - HdrHistogram's recorder with two phases: exact too, but for intervals that the reader begins,
 *     and a library.
 */

/** What is counted of one entry, or of one name that no entry matches. Thread-safe. */
public final class CallStatistics {

  private static final int SECONDS = 60;
  private static final int HISTOGRAMS = 6;

  private final long originNanos;
  private final CallCounters calls = new CallCounters();
  private final Map<BlockReason, LongAdder> blocked = new EnumMap<>(BlockReason.class);
  private final LongAdder wouldBlock = new LongAdder();
  private final LongAdder late = new LongAdder();
  private final Stripe first = new Stripe();

  /** Calls that are counted elsewhere too; null while there are none. */
  private volatile @Nullable CallCounters sharedCalls;

  /** Null until two threads wrote to a word at once; then {@link #first} is one of them. */
  private volatile @Nullable Stripes stripes;

  /**
   * Statistics of no calls.
   *
   * @param originNanos of the ticker: a one-second bucket begins then. The same for all names of an
   *     engine, so that their seconds can be compared
   */
  public CallStatistics(long originNanos) {
    this.originNanos = originNanos;
    for (BlockReason reason : BlockReason.values()) {
      blocked.put(reason, new LongAdder());
    }
  }

  /** Counts a call that was admitted. */
  public void passed(long now) {
    passed(now, false);
  }

  /**
   * Counts a call that was admitted.
   *
   * @param shared whether other statistics have it among their own calls
   */
  public void passed(long now, boolean shared) {
    // The total last: where the stack or memory ends in here, the call must not seem to be inside.
    count(Stripe.PASSED, now);
    calls(shared).passed.increment();
  }

  /** Counts a call that was refused. */
  public void blocked(BlockReason reason, long now) {
    refused(reason).increment();
    count(Stripe.blocked(reason), now);
  }

  /** Counts an admitted call that an observed rule would have refused. */
  public void wouldBlock(long now) {
    wouldBlock.increment();
    count(Stripe.WOULD_BLOCK, now);
  }

  /** Counts a call that was admitted and has ended. */
  public void completed(long now, long rtNanos, boolean failed, boolean slow) {
    completed(now, rtNanos, failed, slow, false);
  }

  /**
   * Counts a call that was admitted and has ended.
   *
   * @param now when it ended
   * @param rtNanos how long it took, from 0
   * @param shared as it was {@link #passed}
   */
  public void completed(long now, long rtNanos, boolean failed, boolean slow, boolean shared) {
    try {
      long bucket = bucket(now);
      note(stripe().end(bucket, rtNanos, failed, slow), bucket);
    } finally {
      calls(shared).complete(rtNanos, failed, slow); // or the call would seem to be inside for ever
    }
  }

  private LongAdder refused(BlockReason reason) {
    return Objects.requireNonNull(blocked.get(reason));
  }

  private void count(int counter, long now) {
    long bucket = bucket(now);
    note(stripe().counters.add(counter, bucket, 1), bucket);
  }

  private long bucket(long now) {
    return Math.floorDiv(now - originNanos, Stripe.BUCKET_NANOS);
  }

  private CallCounters calls(boolean shared) {
    return shared ? sharedCalls() : calls;
  }

  private CallCounters sharedCalls() {
    CallCounters counters = sharedCalls;
    return counters != null ? counters : createSharedCalls();
  }

  private synchronized CallCounters createSharedCalls() {
    CallCounters counters = sharedCalls;
    if (counters == null) {
      counters = new CallCounters();
      sharedCalls = counters;
    }
    return counters;
  }

  private Stripe stripe() {
    Stripes several = stripes;
    return several == null ? first : several.mine();
  }

  private void note(int result, long bucket) {
    if (result != EpochWord.ADDED) {
      noteTrouble(result, bucket);
    }
  }

  private void noteTrouble(int result, long bucket) {
    if ((result & EpochWord.LATE) != 0) {
      late.increment();
    }
    if ((result & EpochWord.CONTENDED) != 0) {
      Stripes several = stripes;
      (several != null ? several : createStripes(bucket)).collide(bucket);
    }
  }

  private synchronized Stripes createStripes(long bucket) {
    Stripes several = stripes;
    if (several == null) {
      several = new Stripes(first, bucket);
      stripes = several;
    }
    return several;
  }

  /** All calls since the start. */
  public CallTotals totals() {
    CallTotals own = ownTotals();
    CallCounters shared = sharedCalls;
    return shared == null ? own : own.plus(shared.totals());
  }

  /** The calls since the start that no other statistics have among their own. */
  public CallTotals ownTotals() {
    CallTotals own = calls.totals();
    Map<BlockReason, Long> byReason = new EnumMap<>(BlockReason.class);
    for (BlockReason reason : BlockReason.values()) {
      byReason.put(reason, refused(reason).sum());
    }
    return own.plus(new CallTotals(0, byReason, wouldBlock.sum(), 0, 0, 0, 0));
  }

  /** What the windows hold now. */
  public StatisticsSnapshot snapshot(long now) {
    long bucket = bucket(now);
    return new StatisticsSnapshot(
        window(bucket - Stripe.BUCKETS_A_SECOND, bucket, now),
        window(bucket - SECONDS * Stripe.BUCKETS_A_SECOND, bucket, now),
        second(secondOf(bucket) - 1),
        percentiles(Stripe.histogram(bucket)),
        late());
  }

  /** Events that came later than the window of their time: they are in the totals only. */
  long late() {
    return late.sum();
  }

  /** The latest sixty whole one-second buckets, the oldest first. */
  public List<WindowTotals> seconds(long now) {
    long current = secondOf(bucket(now));
    List<WindowTotals> seconds = new ArrayList<>(SECONDS);
    for (long second = current - SECONDS; second < current; second++) {
      seconds.add(second(second));
    }
    return seconds;
  }

  private static long secondOf(long bucket) {
    return Math.floorDiv(bucket, Stripe.BUCKETS_A_SECOND);
  }

  private WindowTotals second(long second) {
    long from = second * Stripe.BUCKETS_A_SECOND;
    return window(
        from, from + Stripe.BUCKETS_A_SECOND - 1, end(from + Stripe.BUCKETS_A_SECOND - 1));
  }

  private long end(long bucket) {
    return originNanos + (bucket + 1) * Stripe.BUCKET_NANOS;
  }

  private WindowTotals window(long from, long to, long now) {
    WindowSum sum = new WindowSum();
    for (Stripe stripe : stripes()) {
      sum.add(stripe, from, to);
    }
    return sum.totals(now - end(from - 1));
  }

  private Percentiles percentiles(long current) {
    long[] counts = new long[ResponseTimes.BINS];
    for (Stripe stripe : stripes()) {
      for (int bin = 0; bin < counts.length; bin++) {
        if (stripe.histograms.isUnused(bin)) {
          continue;
        }
        for (long histogram = current - HISTOGRAMS; histogram <= current; histogram++) {
          counts[bin] += stripe.histograms.value(bin, histogram);
        }
      }
    }
    return Percentiles.of(counts);
  }

  /** Calls that passed in one bucket; they are numbered from the origin. */
  long passedIn(long bucket) {
    long sum = 0;
    for (Stripe stripe : stripes()) {
      sum += stripe.counters.value(Stripe.PASSED, bucket);
    }
    return sum;
  }

  private List<Stripe> stripes() {
    Stripes several = stripes;
    return several == null ? List.of(first) : several.all();
  }

  /**
   * The start of the bucket of the latest call that was counted in time; the origin if there is
   * none.
   *
   * @param now at most two years later
   */
  public long lastActivityNanos(long now) {
    long none = Long.MIN_VALUE;
    long latest = none;
    for (Stripe stripe : stripes()) {
      for (int counter = 0; counter < Stripe.COUNTERS; counter++) {
        latest = Math.max(latest, stripe.counters.latest(counter, bucket(now), none));
      }
    }
    return latest == none ? originNanos : end(latest - 1);
  }
}
