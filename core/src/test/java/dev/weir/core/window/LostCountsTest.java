package dev.weir.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.window.Writers.Account;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real threads on the real clock. {@link LostCountsReport} does it for longer. */
class LostCountsTest {

  private static final long MILLI = 1_000_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 64})
  void noCountIsLostOrDoubledWhenBucketsTurn(int threads) throws InterruptedException {
    // More buckets than the ring has, so that each is taken over.
    Account account = new Writers(CountingRing.ofStatistics(), MILLI, 1200 * MILLI).run(threads);
    assertThat(account.counted()).isPositive();
    assertThat(account.lost()).as("lost of %s", account).isZero();
    assertThat(account.late()).isZero();
    assertThat(account.doubled()).as("doubled of %s", account).isZero();
  }
}
