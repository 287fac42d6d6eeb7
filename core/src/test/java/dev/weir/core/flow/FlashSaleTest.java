package dev.weir.core.flow;

import static dev.weir.core.flow.FlowBench.MILLI;
import static dev.weir.core.flow.FlowBench.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.Verdict;
import org.junit.jupiter.api.Test;

/** 3,000 calls at one instant, 1000/s, max-wait 800 ms. */
class FlashSaleTest {

  private final FlowBench bench = new FlowBench(FlowBench.paced(1000, 800 * MILLI));

  @Test
  void theQueueIsRateTimesWaitAndTheRestIsToldWhenToComeAgain() {
    long sale = bench.ticker.nanos();
    int admitted = 0;
    int refused = 0;
    for (int i = 0; i < 3_000; i++) {
      Verdict verdict = bench.enter(sale);
      if (verdict.isBlock()) {
        assertThat(verdict.retryAfterNanos()).isEqualTo(MILLI);
        refused++;
      } else {
        assertThat(bench.ticker.nanos() - sale).isEqualTo(admitted * MILLI);
        admitted++;
      }
    }
    assertThat(admitted).as("one now, and one each millisecond").isEqualTo(801);
    assertThat(refused).isEqualTo(2_199);
    assertThat(bench.ticker.nanos() - sale).isEqualTo(800 * MILLI);
  }

  @Test
  void whoComesAgainWhenToldIsLetInAtTheRate() {
    long sale = bench.ticker.nanos();
    int admitted = bench.admitted(3_000);
    long again = sale + 800 * MILLI;
    for (long time = again; time < sale + 3 * SECOND; time += MILLI) {
      bench.ticker.set(Math.max(time, bench.ticker.nanos()));
      admitted += bench.enter(time).isBlock() ? 0 : 1;
    }
    assertThat(admitted).isBetween(2_990, 3_002);
  }
}
