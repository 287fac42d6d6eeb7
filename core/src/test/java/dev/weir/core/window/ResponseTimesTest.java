package dev.weir.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ResponseTimesTest {

  private static final double BOUND = 0.0625;
  private static final long HOUR = 3_600_000_000_000L;

  @Test
  void middleOfABinIsWithinASixteenthOfAllItsTimes() {
    for (long nanos = 1024; nanos < 2.4 * HOUR; nanos += 1 + nanos / 1000) {
      long middle = ResponseTimes.middle(ResponseTimes.bin(nanos));
      assertThat(Math.abs(middle - nanos)).as("%d ns", nanos).isLessThanOrEqualTo(nanos / 16 + 1);
    }
  }

  @Test
  void belowAMicrosecondItIsWithin64Nanoseconds() {
    for (long nanos = 0; nanos < 1024; nanos++) {
      long middle = ResponseTimes.middle(ResponseTimes.bin(nanos));
      assertThat(Math.abs(middle - nanos)).as("%d ns", nanos).isLessThanOrEqualTo(64);
    }
  }

  @Test
  void binsAreInOrderOfTimeWithoutAGap() {
    int bin = ResponseTimes.bin(0);
    assertThat(bin).isZero();
    for (long nanos = 0; nanos < 20 * HOUR; nanos += 1 + nanos / 100) {
      assertThat(ResponseTimes.bin(nanos)).isBetween(bin, bin + 1);
      bin = ResponseTimes.bin(nanos);
    }
    assertThat(bin).isEqualTo(ResponseTimes.BINS - 1);
    assertThat(ResponseTimes.bin(Long.MAX_VALUE)).isEqualTo(ResponseTimes.BINS - 1);
  }

  @Test
  void percentilesAreWithinTheBoundOfExactSorting() {
    for (int seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      long[] times = new long[1 + random.nextInt(2_000)];
      double spread = random.nextDouble() * 4;
      double middle = Math.log(1_000 + random.nextInt(100_000_000));
      for (int i = 0; i < times.length; i++) {
        double time = Math.exp(middle + random.nextGaussian() * spread);
        times[i] = (long) Math.max(1024, Math.min(time, 2.4 * HOUR));
      }
      Arrays.sort(times);
      long[] counts = new long[ResponseTimes.BINS];
      for (long time : times) {
        counts[ResponseTimes.bin(time)]++;
      }
      Percentiles seen = Percentiles.of(counts);
      check(seen.p50(), times, 0.5, seed);
      check(seen.p90(), times, 0.9, seed);
      check(seen.p99(), times, 0.99, seed);
      check(seen.p999(), times, 0.999, seed);
      check(seen.max(), times, 1, seed);
    }
  }

  private static void check(long seen, long[] sorted, double share, int seed) {
    long exact = sorted[(int) Math.ceil(sorted.length * share - 1e-9) - 1];
    assertThat((double) Math.abs(seen - exact) / exact)
        .as("%s of %d calls, seed %d", share, sorted.length, seed)
        .isLessThanOrEqualTo(BOUND + 1e-3);
  }

  @Test
  void noCallsHaveNoPercentiles() {
    assertThat(Percentiles.of(new long[ResponseTimes.BINS])).isEqualTo(Percentiles.NONE);
  }
}
