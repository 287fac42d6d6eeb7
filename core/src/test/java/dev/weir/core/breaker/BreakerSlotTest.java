package dev.weir.core.breaker;

import static dev.weir.core.breaker.RuleBuilder.MILLI;
import static dev.weir.core.breaker.RuleBuilder.SECOND;
import static dev.weir.core.breaker.RuleBuilder.breaker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.BlockReason;
import dev.weir.core.Outcome;
import dev.weir.core.Verdict;
import org.junit.jupiter.api.Test;

/** The life of a breaker: what opens it, its trials, how it closes. */
class BreakerSlotTest {

  private static final Outcome OK = Outcome.RETURNED;
  private static final long QUICK = 10 * MILLI;
  private static final long SLOW = 300 * MILLI;

  private static RuleBuilder slowRule() {
    return breaker().slow(200 * MILLI, 0.5);
  }

  private static Line opened(RuleBuilder rule) {
    Line line = new Line(rule);
    while (line.state().equals("closed")) {
      line.call(QUICK, Line.FAILED);
    }
    line.events.clear();
    return line;
  }

  @Test
  void errorRatioOpens() {
    Line line = new Line(breaker().errorRatio(0.5));
    line.calls(4, QUICK, Line.FAILED);
    assertThat(line.admits()).isTrue();
    line.call(QUICK, Line.FAILED);
    assertThat(line.admits()).isFalse();
    assertThat(line.told())
        .isEqualTo(
            "opened: 5 of 5 calls failed in the last 1s; at least 56.5% with 95% confidence,"
                + " threshold 50%; trial in 30s");
    assertThat(line.events)
        .singleElement()
        .satisfies(e -> assertThat(e.rule()).isEqualTo("breaker"));
  }

  @Test
  void slowRatioOpens() {
    Line line = new Line(slowRule());
    line.calls(5, SLOW, OK);
    assertThat(line.admits()).isFalse();
    assertThat(line.told())
        .isEqualTo(
            "opened: 5 of 5 calls slow (> 200ms) in the last 10s; at least 56.5% with 95%"
                + " confidence, threshold 50%; trial in 30s");
  }

  @Test
  void callAsLongAsSlowCallIsNotSlow() {
    Line line = new Line(slowRule().confidence(0));
    line.calls(20, 200 * MILLI, OK);
    assertThat(line.snapshot().slow()).isZero();
    line.call(200 * MILLI + 1, OK);
    assertThat(line.snapshot().slow()).isEqualTo(1);
  }

  @Test
  void errorCountOpensWhateverTheNumberOfCalls() {
    Line line = new Line(breaker().errorCount(3));
    line.calls(100, QUICK, OK).calls(2, QUICK, Line.FAILED);
    assertThat(line.admits()).isTrue();
    line.call(QUICK, Line.FAILED);
    assertThat(line.told())
        .isEqualTo("opened: 3 calls failed in the last 10s, threshold 3; trial in 30s");
  }

  @Test
  void anyOfTheThreeConditionsOpens() {
    RuleBuilder all = slowRule().errorRatio(0.5).errorCount(20);
    assertThat(new Line(all).calls(5, SLOW, OK).state()).isEqualTo("open");
    assertThat(new Line(all).calls(5, QUICK, Line.FAILED).state()).isEqualTo("open");
    Line counted = new Line(all);
    for (int i = 0; i < 20; i++) {
      counted.calls(3, QUICK, OK).call(QUICK, Line.FAILED);
    }
    assertThat(counted.told()).startsWith("opened: 20 calls failed in the last 10s");
  }

  @Test
  void callThatIsSlowAndFailedCountsAsBoth() {
    Line line = new Line(slowRule().errorCount(50));
    line.call(SLOW, Line.FAILED).call(QUICK, Line.FAILED).call(SLOW, OK);
    assertThat(line.snapshot().calls()).isEqualTo(3);
    assertThat(line.snapshot().slow()).isEqualTo(2);
    assertThat(line.snapshot().errors()).isEqualTo(2);
  }

  @Test
  void callsLeaveTheWindowAsItSlides() {
    Line line = new Line(breaker().errorCount(3));
    line.calls(2, QUICK, Line.FAILED).advance(10 * SECOND).call(QUICK, Line.FAILED);
    assertThat(line.state()).isEqualTo("closed");
    line.advance(9 * SECOND).calls(2, QUICK, Line.FAILED);
    assertThat(line.state()).isEqualTo("open");
  }

  @Test
  void ratioIsJudgedOnceMinCallsAreThereHoweverTheLastOfThemEnded() {
    Line line = new Line(breaker().errorRatio(0.5).confidence(0));
    line.calls(4, QUICK, Line.FAILED).call(QUICK, OK);
    assertThat(line.told()).startsWith("opened: 4 of 5 calls failed");
  }

  @Test
  void goodCallsThatLeaveTheWindowLetARatioBeReached() {
    Line line = new Line(breaker().errorRatio(0.5).confidence(0));
    line.calls(20, QUICK, OK).advance(5 * SECOND).calls(6, QUICK, Line.FAILED);
    assertThat(line.admits()).isTrue();
    line.advance(5 * SECOND);
    assertThat(line.admits()).as("only the failed calls are left").isFalse();
  }

  @Test
  void openRefusesAndSaysWhyAndUntilWhen() {
    Line line = opened(breaker().errorRatio(0.5));
    line.advance(12 * SECOND);
    Verdict refusal = line.refusal();
    assertThat(refusal.reason()).isEqualTo(BlockReason.BREAKER);
    assertThat(refusal.message())
        .isEqualTo(
            "breaker of entry \"orders\" is open for 30s since 5 of 5 calls failed in the last 1s;"
                + " at least 56.5% with 95% confidence, threshold 50%; next trial in 18s");
    assertThat(refusal.retryAfterNanos()).isBetween(17 * SECOND, 18 * SECOND);
    assertThat(refusal.rule()).isEqualTo("breaker");
  }
}
