package dev.weir.core.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real threads on the real clock. */
class FlowLimiterThreadsTest {

  private static final long MILLI = 1_000_000;
  private static final int LIMIT = 500;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 64})
  void noPeriodHoldsMoreThanTheLimit(int threads) throws InterruptedException {
    Crowd crowd = new Crowd(new Rate(LIMIT, 10 * MILLI), 0);
    long[] grants = crowd.run(threads, 400 * MILLI, () -> {});
    assertThat(WorstInterval.of(grants, 10 * MILLI)).isEqualTo(LIMIT);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 64})
  void noPeriodHoldsMoreWhereGrantsAreUndone(int threads) throws InterruptedException {
    // A period of so few nanoseconds that threads are often overtaken by the turn of a bucket.
    Crowd crowd = new Crowd(new Rate(LIMIT, MILLI / 4), 3);
    long[] grants = crowd.run(threads, 400 * MILLI, () -> {});
    assertThat(WorstInterval.of(grants, MILLI / 4)).isBetween(1, LIMIT);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 64})
  void noPeriodHoldsMoreWhileThePeriodIsChanged(int threads) throws InterruptedException {
    Rate shorter = new Rate(LIMIT, 7 * MILLI);
    Rate longer = new Rate(LIMIT, 10 * MILLI);
    Crowd crowd = new Crowd(shorter, 0);
    long end = System.nanoTime() + 400 * MILLI;
    long[] grants =
        crowd.run(
            threads,
            400 * MILLI,
            () -> {
              for (int i = 0; System.nanoTime() - end < 0; i++) {
                crowd.limiter().change(i % 2 == 0 ? longer : shorter);
                LockSupport.parkNanos(10_000);
              }
            });
    assertThat(WorstInterval.of(grants, 7 * MILLI)).isBetween(1, LIMIT);
  }
}
