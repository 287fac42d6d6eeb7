package dev.weir.core.window;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Counters over time: for each counter a ring of cells, one {@link EpochWord} a bucket.
 * Thread-safe; nobody waits for another. Buckets are numbered from any origin, also below 0; what a
 * bucket is in time is the caller's matter.
 *
 * <p>Cells are allocated in chunks when they are first written to, so that counters that never
 * count, and resources that are called once, cost little. Chunks are never let go.
 */
final class EpochCells {

  /** Small, so that little is allocated for the first call; large beside an array's header. */
  private static final int CHUNK_BITS = 6;

  private static final int CHUNK = 1 << CHUNK_BITS;

  private final int ringBits;

  /**
   * Read without a barrier: what is in a chunk when it is made hangs on its final field, which a
   * thread that sees the chunk sees too.
   */
  private final @Nullable AtomicLongArray[] chunks;

  /**
   * Counters that are all 0.
   *
   * @param ringBits a ring has 2^ringBits cells
   */
  EpochCells(int counters, int ringBits) {
    this.ringBits = ringBits;
    this.chunks = new @Nullable AtomicLongArray[((counters << ringBits) + CHUNK - 1) >> CHUNK_BITS];
  }

  /** As {@link EpochWord#add}. */
  int add(int counter, long bucket, long n) {
    int address = address(counter, bucket);
    return EpochWord.add(chunk(address, bucket), address & (CHUNK - 1), epoch(bucket), n);
  }

  /** As {@link EpochWord#addOne}. */
  int addOne(int counter, long bucket, long amount) {
    int address = address(counter, bucket);
    return EpochWord.addOne(chunk(address, bucket), address & (CHUNK - 1), epoch(bucket), amount);
  }

  /** As {@link EpochWord#lower}. */
  void lower(int counter, long bucket, long n) {
    int address = address(counter, bucket);
    EpochWord.lower(chunk(address, bucket), address & (CHUNK - 1), epoch(bucket), n);
  }

  /** The value of a counter in a bucket; 0 if nothing was counted in it or it is overwritten. */
  long value(int counter, long bucket) {
    int address = address(counter, bucket);
    AtomicLongArray chunk = chunks[address >> CHUNK_BITS];
    if (chunk == null) {
      return 0;
    }
    long word = chunk.get(address & (CHUNK - 1));
    return EpochWord.isOf(word, epoch(bucket)) ? EpochWord.value(word) : 0;
  }

  /** Whether nothing was ever counted for a counter, or nothing but counters beside it. */
  boolean isUnused(int counter) {
    int last = ((counter + 1) << ringBits) - 1;
    for (int chunk = (counter << ringBits) >> CHUNK_BITS; chunk <= last >> CHUNK_BITS; chunk++) {
      if (chunks[chunk] != null) {
        return false;
      }
    }
    return true;
  }

  /**
   * The latest bucket that anything was counted in for a counter; {@code none} if there is none.
   *
   * @param near a bucket less than half of all epochs away
   */
  long latest(int counter, long near, long none) {
    long latest = none;
    for (int cell = 0; cell < 1 << ringBits; cell++) {
      AtomicLongArray chunk = chunks[address(counter, cell) >> CHUNK_BITS];
      if (chunk != null) {
        long word = chunk.get(address(counter, cell) & (CHUNK - 1));
        if (EpochWord.value(word) != 0) {
          long turn = EpochWord.turn(word, near >> ringBits);
          latest = Math.max(latest, (turn << ringBits) + cell);
        }
      }
    }
    return latest;
  }

  private int address(int counter, long bucket) {
    return (counter << ringBits) + ((int) bucket & ((1 << ringBits) - 1));
  }

  private long epoch(long bucket) {
    return EpochWord.epoch(bucket >> ringBits);
  }

  private AtomicLongArray chunk(int address, long bucket) {
    AtomicLongArray chunk = chunks[address >> CHUNK_BITS];
    return chunk != null ? chunk : create(address >> CHUNK_BITS, bucket);
  }

  private AtomicLongArray create(int index, long bucket) {
    synchronized (chunks) {
      AtomicLongArray chunk = chunks[index];
      if (chunk == null) {
        // Of the turn before, wherever the numbers of turns stand: older than what comes, with
        // room for what comes late.
        long[] words = new long[CHUNK];
        Arrays.fill(words, EpochWord.epoch((bucket >> ringBits) - 1));
        chunk = new AtomicLongArray(words);
        chunks[index] = chunk;
      }
      return chunk;
    }
  }
}
