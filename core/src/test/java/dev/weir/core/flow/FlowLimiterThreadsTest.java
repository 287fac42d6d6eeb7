package dev.weir.core.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.flow.Crowd.Sightings;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real threads on the real clock. */
class FlowLimiterThreadsTest {

  private static final long MILLI = 1_000_000;
  private static final int LIMIT = 500;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 64})
  void noPeriodHoldsMoreAndNoCallIsRefusedSooner(int threads) throws InterruptedException {
    Rate rate = new Rate(LIMIT, 10 * MILLI);
    Sightings seen = new Crowd(rate, 0).run(threads, 400 * MILLI, () -> {});
    assertThat(seen.worst(10 * MILLI)).isEqualTo(LIMIT);
    assertThat(seen.tooSoon(rate)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 64})
  void noPeriodHoldsMoreWhereGrantsAreUndone(int threads) throws InterruptedException {
    // A period of so few nanoseconds that threads are often overtaken by the turn of a bucket.
    Crowd crowd = new Crowd(new Rate(LIMIT, MILLI / 4), 3);
    Sightings seen = crowd.run(threads, 400 * MILLI, () -> {});
    assertThat(seen.worst(MILLI / 4)).isBetween(1, LIMIT);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 64})
  void noPeriodHoldsMoreWhileThePeriodIsChanged(int threads) throws InterruptedException {
    Rate shorter = new Rate(LIMIT, 7 * MILLI);
    Rate longer = new Rate(LIMIT, 10 * MILLI);
    Crowd crowd = new Crowd(shorter, 0);
    long end = System.nanoTime() + 400 * MILLI;
    Sightings seen =
        crowd.run(
            threads,
            400 * MILLI,
            () -> {
              for (int i = 0; System.nanoTime() - end < 0; i++) {
                crowd.limiter().change(new FlowRule(null, null, i % 2 == 0 ? longer : shorter));
                LockSupport.parkNanos(10_000);
              }
            });
    assertThat(seen.worst(7 * MILLI)).isBetween(1, LIMIT);
  }
}
