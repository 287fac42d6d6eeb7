package dev.weir.core.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Those rows of the report that are quick, against what was promised of them. */
class BreakerReportTest {

  @Test
  void healthyServiceAtTenCallsASecondIsLeftAlone() {
    SlotJudge judge = new SlotJudge(0.99);
    assertThat(BreakerReport.openingsAnHour(judge, 10, 0.1, 200)).isZero();
    assertThat(BreakerReport.openingsAnHour(judge, 10, 0.2, 200)).isLessThan(0.1);
  }

  @Test
  void brokenServiceIsFoundSoonAtAnyRate() {
    SlotJudge judge = new SlotJudge(0.99);
    assertThat(median(judge, 10, 200)).isLessThanOrEqualTo(3 * Traffic.SECOND);
    assertThat(median(judge, 2_000, 5)).isLessThanOrEqualTo(Traffic.SECOND);
  }

  private static long median(Traffic.Judge judge, double rate, int trials) {
    return BreakerReport.timesToOpen(judge, rate, 0.8, trials)[trials / 2];
  }
}
