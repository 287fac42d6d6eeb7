package dev.weir.core.window;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * One counter of one bucket in a long: {@code [epoch | value]}. The epoch says which turn of the
 * ring the value belongs to. A count and the reset that may have to precede it are one
 * compare-and-set, so that no count is lost or put into another bucket when the window turns.
 *
 * <p>Epochs are compared by subtraction and may wrap. A word must be left alone for half of all
 * epochs, four years where a turn takes 64 seconds, before it can be taken for another.
 */
final class EpochWord {

  /** The count is in. */
  static final int ADDED = 0;

  /** The count is in, and another thread wrote to the same word meanwhile. */
  static final int CONTENDED = 1;

  /** The word belongs to a later epoch: nothing is counted. */
  static final int LATE = 2;

  /** The word has no room for both parts of the value: nothing is counted. */
  static final int FULL = 4;

  private static final int VALUE_BITS = 42;

  /** The greatest value; more saturates. */
  static final long MAX_VALUE = (1L << VALUE_BITS) - 1;

  private static final long EPOCH = ~MAX_VALUE;

  /** A value that is a pair: how many, and the sum of their amounts. */
  private static final int AMOUNT_BITS = 22;

  private static final long ONE = 1L << AMOUNT_BITS;
  private static final long AMOUNT = ONE - 1;
  private static final long NUMBER = MAX_VALUE & ~AMOUNT;

  private EpochWord() {}

  /** Where an epoch stands in a word, of the number of the turn. */
  static long epoch(long turn) {
    return turn << VALUE_BITS;
  }

  /** The number of the turn that is nearest to {@code turn}. */
  static long turn(long word, long turn) {
    return turn + (((word & EPOCH) - epoch(turn)) >> VALUE_BITS);
  }

  static long value(long word) {
    return word & MAX_VALUE;
  }

  /** Whether the word is of that epoch. */
  static boolean isOf(long word, long epoch) {
    return (word & EPOCH) == epoch;
  }

  /** Of a value that is a pair. */
  static long number(long word) {
    return value(word) >>> AMOUNT_BITS;
  }

  /** Of a value that is a pair. */
  static long amount(long word) {
    return word & AMOUNT;
  }

  /**
   * Adds {@code n}, from 0 to {@link #MAX_VALUE}.
   *
   * @return {@link #ADDED}, {@link #CONTENDED} or {@link #LATE}
   */
  static int add(AtomicLongArray words, int index, long epoch, long n) {
    int result = ADDED;
    for (; ; ) {
      long seen = words.get(index);
      long age = epoch - (seen & EPOCH);
      if (age < 0) {
        return LATE;
      }
      long sum = age == 0 ? Math.min(value(seen) + n, MAX_VALUE) : n;
      if (words.compareAndSet(index, seen, epoch | sum)) {
        return result;
      }
      result = CONTENDED;
    }
  }

  /**
   * Adds a pair of 1 and {@code amount}.
   *
   * @return {@link #ADDED}, {@link #CONTENDED}, {@link #LATE} or {@link #FULL}
   */
  static int addOne(AtomicLongArray words, int index, long epoch, long amount) {
    if (amount > AMOUNT) {
      return FULL;
    }
    int result = ADDED;
    for (; ; ) {
      long seen = words.get(index);
      long age = epoch - (seen & EPOCH);
      if (age < 0) {
        return LATE;
      }
      long sum = ONE + amount;
      if (age == 0) {
        if ((seen & AMOUNT) + amount > AMOUNT || (seen & NUMBER) == NUMBER) {
          return FULL;
        }
        sum += value(seen);
      }
      if (words.compareAndSet(index, seen, epoch | sum)) {
        return result;
      }
      result = CONTENDED;
    }
  }

  /** Lowers the value to {@code n}, from 1 to {@link #MAX_VALUE}; a value of 0 is none. */
  static void lower(AtomicLongArray words, int index, long epoch, long n) {
    for (; ; ) {
      long seen = words.get(index);
      long age = epoch - (seen & EPOCH);
      if (age < 0 || (age == 0 && value(seen) != 0 && value(seen) <= n)) {
        return;
      }
      if (words.compareAndSet(index, seen, epoch | n)) {
        return;
      }
    }
  }
}
