package dev.weir.core.window;

import java.util.HashMap;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Counting in a ring of two buckets is linearizable: every interleaving of writers of six buckets,
 * which overwrite each other's all the time, and of readers gives what some order of them gives on
 * maps. In particular the first count of a bucket resets it and counts in one step.
 */
@Param(name = "bucket", gen = IntGen.class, conf = "0:5")
@Param(name = "amount", gen = IntGen.class, conf = "1:3")
public class EpochWordLincheckTest {

  private static final int RING_BITS = 1;
  private static final int SUM = 0;
  private static final int PAIR = 1;
  private static final int LEAST = 2;

  private final EpochCells cells = new EpochCells(3, RING_BITS);

  /** Before any thread, so that what is late does not hang on who makes the chunk. */
  public EpochWordLincheckTest() {
    cells.add(LEAST, -1 << RING_BITS, 0);
  }

  @Operation
  public boolean add(@Param(name = "bucket") int bucket, @Param(name = "amount") int amount) {
    return cells.add(SUM, bucket, amount) != EpochWord.LATE;
  }

  @Operation
  public boolean addOne(@Param(name = "bucket") int bucket, @Param(name = "amount") int amount) {
    return cells.addOne(PAIR, bucket, amount) != EpochWord.LATE;
  }

  @Operation
  public void lower(@Param(name = "bucket") int bucket, @Param(name = "amount") int amount) {
    cells.lower(LEAST, bucket, amount);
  }

  @Operation
  public long sum(@Param(name = "bucket") int bucket) {
    return cells.value(SUM, bucket);
  }

  @Operation
  public String pair(@Param(name = "bucket") int bucket) {
    long value = cells.value(PAIR, bucket);
    return EpochWord.number(value) + " of " + EpochWord.amount(value);
  }

  @Operation
  public long least(@Param(name = "bucket") int bucket) {
    return cells.value(LEAST, bucket);
  }

  @Test
  void everyInterleavingIsThatOfMaps() {
    new ModelCheckingOptions()
        .iterations(15)
        .invocationsPerIteration(300)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(3)
        .sequentialSpecification(Maps.class)
        .check(EpochWordLincheckTest.class);
  }

  @Test
  void underStressItIsThatOfMaps() {
    new StressOptions()
        .iterations(5)
        .invocationsPerIteration(300)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(3)
        .sequentialSpecification(Maps.class)
        .check(EpochWordLincheckTest.class);
  }

  /** The naive model: what each bucket holds, until a later one takes its place. */
  public static class Maps {
    private final Map<Integer, Long> sums = new HashMap<>();
    private final Map<Integer, Long> numbers = new HashMap<>();
    private final Map<Integer, Long> amounts = new HashMap<>();
    private final Map<Integer, Long> least = new HashMap<>();

    public boolean add(int bucket, int amount) {
      return put(sums, bucket, sums.getOrDefault(bucket, 0L) + amount);
    }

    public boolean addOne(int bucket, int amount) {
      put(amounts, bucket, amounts.getOrDefault(bucket, 0L) + amount);
      return put(numbers, bucket, numbers.getOrDefault(bucket, 0L) + 1);
    }

    public void lower(int bucket, int amount) {
      put(least, bucket, Math.min(least.getOrDefault(bucket, Long.MAX_VALUE), amount));
    }

    public long sum(int bucket) {
      return sums.getOrDefault(bucket, 0L);
    }

    public String pair(int bucket) {
      return numbers.getOrDefault(bucket, 0L) + " of " + amounts.getOrDefault(bucket, 0L);
    }

    public long least(int bucket) {
      return least.getOrDefault(bucket, 0L);
    }

    private static boolean put(Map<Integer, Long> values, int bucket, long value) {
      int ring = 1 << RING_BITS;
      for (int later = bucket + ring; later <= 5; later += ring) {
        if (values.containsKey(later)) {
          return false;
        }
      }
      for (int earlier = bucket - ring; earlier >= 0; earlier -= ring) {
        values.remove(earlier);
      }
      values.put(bucket, value);
      return true;
    }
  }
}
