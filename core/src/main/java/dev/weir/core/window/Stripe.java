package dev.weir.core.window;

import dev.weir.core.BlockReason;

/**
 * The windows of one name, or of those of its threads that would else write to the same words too
 * often. What each number means, and how long a bucket is, stands here.
 */
final class Stripe {

  static final int PASSED = 0;

  /** How many calls ended and the sum of their response times, a pair, as long as it has room. */
  static final int ENDED = 1;

  /** The fastest, plus 1; 0 is none. */
  static final int RT_MIN = 2;

  static final int FAILED = 3;
  static final int SLOW = 4;
  static final int WOULD_BLOCK = 5;

  /** How many calls ended for which {@link #ENDED} had no room. */
  static final int ENDED_MORE = 6;

  /** The sum of their response times. */
  static final int RT_MORE = 7;

  private static final int BLOCKED = 8;

  static final int COUNTERS = BLOCKED + BlockReason.values().length;

  /** An eighth of a second: the least that divides it and makes a ring of 2^n cover a minute. */
  static final long BUCKET_NANOS = 125_000_000;

  static final int BUCKETS_A_SECOND = 8;

  private static final int RING_BITS = 9;

  /** Ten seconds. */
  private static final int BUCKETS_A_HISTOGRAM = 80;

  private static final int HISTOGRAM_RING_BITS = 3;

  /** Response times are kept in units of 256 ns. */
  private static final int RT_UNIT_BITS = 8;

  final EpochCells counters = new EpochCells(COUNTERS, RING_BITS);
  final EpochCells histograms = new EpochCells(ResponseTimes.BINS, HISTOGRAM_RING_BITS);

  /** The counter of calls refused for {@code reason}. */
  @SuppressWarnings("EnumOrdinal") // An index that leaves this JVM's memory nowhere.
  static int blocked(BlockReason reason) {
    return BLOCKED + reason.ordinal();
  }

  static long histogram(long bucket) {
    return Math.floorDiv(bucket, BUCKETS_A_HISTOGRAM);
  }

  /**
   * Counts a call that ended.
   *
   * @return as {@link EpochWord#add}
   */
  int end(long bucket, long rtNanos, boolean failed, boolean slow) {
    long rt = toUnits(rtNanos);
    int result = counters.addOne(ENDED, bucket, rt);
    if (result == EpochWord.FULL) {
      result = counters.add(ENDED_MORE, bucket, 1);
      if (result != EpochWord.LATE) {
        counters.add(RT_MORE, bucket, rt);
      }
    }
    if (result == EpochWord.LATE) {
      return result;
    }
    counters.lower(RT_MIN, bucket, rt + 1);
    if (failed) {
      counters.add(FAILED, bucket, 1);
    }
    if (slow) {
      counters.add(SLOW, bucket, 1);
    }
    int counted = histograms.add(ResponseTimes.bin(rtNanos), histogram(bucket), 1);
    return result | (counted & EpochWord.CONTENDED);
  }

  private static long toUnits(long nanos) {
    long half = 1L << (RT_UNIT_BITS - 1);
    return Math.min((nanos + half) >>> RT_UNIT_BITS, EpochWord.MAX_VALUE - 1);
  }

  static long toNanos(long units) {
    return units << RT_UNIT_BITS;
  }
}
