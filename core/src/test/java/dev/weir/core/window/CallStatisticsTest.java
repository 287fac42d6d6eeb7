package dev.weir.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.BlockReason;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallStatisticsTest {

  private static final long SECOND = 1_000_000_000;
  private static final long MILLI = 1_000_000;

  private final CallStatistics statistics = new CallStatistics(0);

  @Test
  void lastSecondIsAFullSecondAndWhatHasBegunOfItsNextEighth() {
    statistics.passed(0);
    statistics.passed(124 * MILLI);
    statistics.passed(125 * MILLI);
    assertThat(statistics.snapshot(SECOND).second().calls().passed()).isEqualTo(3);
    assertThat(statistics.snapshot(SECOND + 124 * MILLI).second().spanNanos())
        .isEqualTo(SECOND + 124 * MILLI);
    assertThat(statistics.snapshot(SECOND + 125 * MILLI).second().calls().passed()).isEqualTo(1);
    assertThat(statistics.snapshot(SECOND + 125 * MILLI).second().spanNanos()).isEqualTo(SECOND);
  }

  @Test
  void rateIsOfTheTimeThatIsCovered() {
    for (int i = 0; i < 2_000; i++) {
      statistics.passed(i * MILLI);
    }
    assertThat(statistics.snapshot(1_999 * MILLI).second().passedPerSecond())
        .isBetween(999.0, 1_001.0);
  }

  @Test
  void previousIsTheLatestWholeSecond() {
    statistics.completed(SECOND - 1, 768, true, false);
    statistics.completed(SECOND, 64_000, false, true);
    WindowTotals previous = statistics.snapshot(SECOND + 1).previous();
    assertThat(previous.spanNanos()).isEqualTo(SECOND);
    assertThat(previous.calls().failed()).isEqualTo(1);
    assertThat(previous.calls().succeeded()).isZero();
    assertThat(previous.calls().rtMeanNanos()).isEqualTo(768);
    List<WindowTotals> seconds = statistics.seconds(2 * SECOND);
    assertThat(seconds).hasSize(60);
    assertThat(seconds.get(58)).isEqualTo(previous);
    assertThat(seconds.get(59).calls().slow()).isEqualTo(1);
  }

  @Test
  void whatNobodyCalledHasNoResponseTimes() {
    StatisticsSnapshot idle = statistics.snapshot(0);
    assertThat(idle.percentiles()).isEqualTo(Percentiles.NONE);
    assertThat(idle.minute().rtMinNanos()).isEqualTo(-1);
    assertThat(idle.minute().calls().rtMeanNanos()).isEqualTo(-1);
    assertThat(idle.minute().calls()).isEqualTo(CallTotals.NONE);
  }

  @Test
  void writerThatIsLateByLessThanTheRingCountsInTheBucketOfItsTime() {
    statistics.passed(63 * SECOND);
    statistics.passed(3 * SECOND);
    StatisticsSnapshot seen = statistics.snapshot(63 * SECOND);
    assertThat(seen.late()).isZero();
    assertThat(seen.minute().calls().passed()).isEqualTo(2);
    assertThat(seen.second().calls().passed()).isEqualTo(1);
  }

  @Test
  void writerWhoseBucketIsOverwrittenIsLateAndInTheTotals() {
    statistics.passed(64 * SECOND);
    statistics.passed(0);
    statistics.completed(64 * SECOND, 1, false, false);
    statistics.completed(0, 1, true, true);
    statistics.blocked(BlockReason.FLOW, 64 * SECOND);
    statistics.blocked(BlockReason.FLOW, 0);
    statistics.wouldBlock(64 * SECOND);
    statistics.wouldBlock(0);
    assertThat(statistics.snapshot(64 * SECOND).late()).isEqualTo(4);
    assertThat(statistics.totals().passed()).isEqualTo(2);
    assertThat(statistics.totals().completed()).isEqualTo(2);
    assertThat(statistics.totals().failed()).isEqualTo(1);
    assertThat(statistics.totals().blocked(BlockReason.FLOW)).isEqualTo(2);
    assertThat(statistics.totals().wouldBlock()).isEqualTo(2);
    assertThat(statistics.snapshot(64 * SECOND).second().calls().completed()).isEqualTo(1);
    assertThat(statistics.snapshot(64 * SECOND).second().calls().failed()).isZero();
  }

  @Test
  void clockThatStepsBackLosesNothing() {
    statistics.passed(30 * SECOND);
    statistics.passed(10 * SECOND);
    statistics.passed(30 * SECOND);
    assertThat(statistics.snapshot(10 * SECOND).second().calls().passed()).isEqualTo(1);
    assertThat(statistics.snapshot(30 * SECOND).second().calls().passed()).isEqualTo(2);
    assertThat(statistics.snapshot(30 * SECOND).minute().calls().passed()).isEqualTo(3);
  }

  @Test
  void timesThatDoNotFitBesideTheirNumberAreCountedAllTheSame() {
    // The word of both has room for 1.07 s.
    for (int i = 0; i < 1_000; i++) {
      statistics.completed(0, 100 * MILLI, false, false);
    }
    statistics.completed(0, 3_600 * SECOND, false, false);
    WindowTotals second = statistics.snapshot(0).second();
    assertThat(second.calls().completed()).isEqualTo(1_001);
    assertThat(second.calls().rtNanos()).isEqualTo(1_000 * 100 * MILLI + 3_600 * SECOND);
    assertThat(second.rtMinNanos()).isEqualTo(100 * MILLI);
  }

  @Test
  void moreCallsThanFitInAWordAreCountedAllTheSame() {
    int calls = (1 << 20) + 10;
    for (int i = 0; i < calls; i++) {
      statistics.completed(0, 0, false, false);
    }
    assertThat(statistics.snapshot(0).second().calls().completed()).isEqualTo(calls);
  }

  @Test
  void totalsTellSharedCallsApart() {
    statistics.passed(0, true);
    statistics.passed(0, false);
    statistics.completed(1, 1, true, true, true);
    assertThat(statistics.totals().passed()).isEqualTo(2);
    assertThat(statistics.totals().slow()).isEqualTo(1);
    assertThat(statistics.ownTotals().passed()).isEqualTo(1);
    assertThat(statistics.ownTotals().completed()).isZero();
    assertThat(statistics.snapshot(1).second().calls().passed()).isEqualTo(2);
  }

  @Test
  void latestActivityIsKnownToTheBucketHoweverLongAgo() {
    assertThat(statistics.lastActivityNanos(5 * SECOND)).isZero();
    statistics.blocked(BlockReason.BREAKER, 7 * SECOND + 126 * MILLI);
    statistics.passed(3 * SECOND);
    assertThat(statistics.lastActivityNanos(86_400 * SECOND)).isEqualTo(7 * SECOND + 125 * MILLI);
  }

  @Test
  void ringGoesOnWhereEpochsWrap() {
    long wrap = (64 * SECOND) << 22;
    for (long now : new long[] {wrap - 64 * SECOND, wrap - 1, wrap, wrap + 63 * SECOND}) {
      CallStatistics old = new CallStatistics(0);
      old.passed(now - 30 * SECOND);
      old.passed(now);
      old.passed(now - 30 * SECOND);
      assertThat(old.snapshot(now).minute().calls().passed()).isEqualTo(3);
      assertThat(old.snapshot(now).late()).isZero();
    }
  }
}
