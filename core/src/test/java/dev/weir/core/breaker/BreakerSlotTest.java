package dev.weir.core.breaker;

import static dev.weir.core.breaker.RuleBuilder.MILLI;
import static dev.weir.core.breaker.RuleBuilder.SECOND;
import static dev.weir.core.breaker.RuleBuilder.breaker;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.core.BlockReason;
import dev.weir.core.EngineEvent;
import dev.weir.core.Outcome;
import dev.weir.core.Verdict;
import dev.weir.core.breaker.BreakerRule.Force;
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
    line.calls(2, QUICK, Line.FAILED).advance(10 * SECOND + SECOND / 4).call(QUICK, Line.FAILED);
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
    line.advance(5 * SECOND + SECOND / 4);
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

  @Test
  void nextCallAfterOpenForIsTheProbeAndClosesWithAnEmptyWindow() {
    Line line = opened(breaker().errorRatio(0.5));
    line.advance(30 * SECOND - 1);
    assertThat(line.ask()).isNull();
    line.advance(1);
    Line.Call probe = line.begin();
    assertThat(line.state()).isEqualTo("half-open");
    assertThat(line.ask()).as("a second one").isNull();
    assertThat(line.refusal().message())
        .startsWith("breaker of entry \"orders\" is half-open since 5 of 5 calls failed")
        .endsWith("; trial 1: 0 of 1 probes succeeded, 1 inside");
    probe.end(OK);
    assertThat(line.state()).isEqualTo("closed");
    assertThat(line.snapshot().calls()).isZero();
    line.calls(4, QUICK, Line.FAILED);
    assertThat(line.state()).as("what was before opening is forgotten").isEqualTo("closed");
    assertThat(line.types())
        .containsExactly(EngineEvent.Type.BREAKER_HALF_OPEN, EngineEvent.Type.BREAKER_CLOSED);
    assertThat(line.told()).isEqualTo("closed: 1 probe of trial 1 succeeded");
  }

  @Test
  void allProbesMustSucceed() {
    Line line = opened(breaker().errorRatio(0.5).probes(3));
    line.advance(30 * SECOND);
    Line.Call first = line.begin();
    Line.Call second = line.begin();
    Line.Call third = line.begin();
    assertThat(line.ask()).isNull();
    first.end(OK);
    assertThat(line.ask()).as("a fourth probe").isNull();
    second.end(OK);
    assertThat(line.state()).isEqualTo("half-open");
    third.end(OK);
    assertThat(line.state()).isEqualTo("closed");
  }

  @Test
  void firstFailedProbeReopensAndLaterEndsOfTheTrialDoNothing() {
    Line line = opened(breaker().errorRatio(0.5).probes(3));
    line.advance(30 * SECOND);
    Line.Call first = line.begin();
    Line.Call second = line.begin();
    first.end(Line.FAILED);
    assertThat(line.told())
        .isEqualTo(
            "opened: trial 1 failed: a probe failed: java.lang.IllegalStateException; trial in 30s");
    second.end(OK);
    assertThat(line.state()).isEqualTo("open");
    line.advance(30 * SECOND);
    Line.Call third = line.begin();
    second.end(OK);
    assertThat(line.state()).as("one of an earlier trial").isEqualTo("half-open");
    third.end(OK);
    assertThat(line.ask()).isNotNull();
    assertThat(line.state()).isEqualTo("half-open");
  }

  @Test
  void slowProbeReopens() {
    Line line = opened(slowRule().errorRatio(0.5));
    line.advance(30 * SECOND);
    Line.Call probe = line.begin();
    line.advance(201 * MILLI);
    probe.end(OK);
    assertThat(line.state()).isEqualTo("open");
    assertThat(line.told())
        .isEqualTo("opened: trial 1 failed: a probe did not end within 200ms; trial in 30s");
  }

  @Test
  void openForDoublesWithEachFailedTrialUpToTheMaximum() {
    Line line = opened(breaker().errorRatio(0.5).openFor(10 * SECOND).maxOpenFor(35 * SECOND));
    for (long openFor : new long[] {10, 20, 35, 35}) {
      line.advance(openFor * SECOND - 1);
      assertThat(line.ask()).isNull();
      line.advance(1);
      line.begin().end(Line.FAILED);
    }
    assertThat(line.told()).contains("trial 4 failed").endsWith("trial in 35s");
    line.advance(35 * SECOND).begin().end(OK);
    line.calls(5, QUICK, Line.FAILED);
    assertThat(line.told()).as("from the beginning again").endsWith("trial in 10s");
  }

  @Test
  void retryAfterOfTheCalleeIsRespectedWithinTheMaximum() {
    RuleBuilder rule = breaker().errorRatio(0.5).openFor(10 * SECOND).maxOpenFor(60 * SECOND);
    Line line = new Line(rule).calls(4, QUICK, Outcome.status(503));
    line.call(QUICK, Outcome.status(503, 25 * SECOND));
    assertThat(line.told()).endsWith("trial in 25s");
    assertThat(line.refusal().retryAfterNanos()).isEqualTo(25 * SECOND);
    line.advance(25 * SECOND).begin().end(Outcome.status(503, 3_600 * SECOND));
    assertThat(line.told()).endsWith("trial in 1m");
    line.advance(60 * SECOND).begin().end(Outcome.status(503, SECOND));
    assertThat(line.told()).as("it asks for less than the back-off").endsWith("trial in 40s");
  }

  @Test
  void retryAfterHasNoEffectWithoutAMaximumAboveOpenFor() {
    Line line = new Line(breaker().errorRatio(0.5)).calls(4, QUICK, Line.FAILED);
    line.call(QUICK, Outcome.status(503, 3_600 * SECOND));
    assertThat(line.told()).endsWith("trial in 30s");
  }

  @Test
  void rampAdmitsAShareThatGrows() {
    Line line = opened(breaker().errorRatio(0.5).ramp(100 * SECOND));
    line.advance(30 * SECOND).begin().end(OK);
    assertThat(line.told())
        .isEqualTo("closed: 1 probe of trial 1 succeeded; admits all calls in 1.67m");
    assertThat(line.admits()).as("the first").isTrue();
    for (int tenth = 0; tenth < 10; tenth++) {
      int admitted = 0;
      for (int i = 0; i < 1_000; i++) {
        line.advance(10 * MILLI);
        Line.Call call = line.ask();
        if (call != null) {
          admitted++;
          call.end(OK);
        }
      }
      assertThat(admitted).isBetween(100 * tenth + 45, 100 * tenth + 56);
    }
    assertThat(line.snapshot().admittedShare()).isEqualTo(1);
    assertThat(line.calls(100, 0, OK).state()).isEqualTo("closed");
  }

  @Test
  void refusalInTheRampSaysTheShare() {
    Line line = opened(breaker().errorRatio(0.5).ramp(100 * SECOND));
    line.advance(30 * SECOND).begin().end(OK);
    line.begin().end(OK);
    line.advance(25 * SECOND);
    while (line.ask() != null) {
      line.advance(1);
    }
    assertThat(line.refusal().message())
        .isEqualTo("breaker of entry \"orders\" is closed again, and admits 25% of calls now");
    assertThat(line.refusal().retryAfterNanos()).isBetween(74 * SECOND, 75 * SECOND);
  }

  @Test
  void callsOfTheRampAreJudged() {
    Line line = opened(breaker().errorRatio(0.5).ramp(10 * SECOND));
    line.advance(30 * SECOND).begin().end(OK);
    line.advance(9 * SECOND);
    for (int i = 0; i < 10; i++) {
      Line.Call call = line.ask();
      if (call != null) {
        call.end(Line.FAILED);
      }
    }
    assertThat(line.state()).isEqualTo("open");
  }

  @Test
  void undoneCallOfTheRampGivesItsShareBack() {
    Line line = opened(breaker().errorRatio(0.5).ramp(100 * SECOND));
    line.advance(30 * SECOND).begin().end(OK);
    line.advance(SECOND);
    for (int i = 0; i < 1_000; i++) {
      assertThat(line.admits()).isTrue();
    }
  }

  @Test
  void graceOnlyRecords() {
    Line line = new Line(breaker().errorRatio(0.5).grace(60 * SECOND));
    line.calls(50, QUICK, Line.FAILED);
    assertThat(line.admits()).isTrue();
    assertThat(line.snapshot().errors()).isEqualTo(50);
    line.advance(59 * SECOND).calls(4, QUICK, Line.FAILED).advance(SECOND / 2);
    line.call(SECOND / 2, Line.FAILED);
    assertThat(line.state()).as("what was recorded counts").isEqualTo("open");
  }

  @Test
  void graceIsOfTheJvmAndNotOfARuleAddedLater() {
    Line line = new Line(breaker().errorRatio(0.9));
    line.advance(60 * SECOND);
    line.reload(breaker().errorRatio(0.5).grace(60 * SECOND));
    assertThat(line.calls(5, QUICK, Line.FAILED).state()).isEqualTo("open");
  }

  @Test
  void forceOpenRefusesAllAndForceClosedNone() {
    Line line = new Line(breaker().errorRatio(0.5).force(Force.OPEN));
    line.advance(3_600 * SECOND);
    assertThat(line.ask()).isNull();
    assertThat(line.refusal().message())
        .isEqualTo("breaker of entry \"orders\" is forced open by its rule");
    assertThat(line.refusal().retryAfterNanos()).isEqualTo(-1);
    line.reload(breaker().errorRatio(0.5).force(Force.CLOSED));
    line.calls(100, QUICK, Line.FAILED);
    assertThat(line.state()).isEqualTo("forced-closed");
    line.reload(breaker().errorRatio(0.5));
    assertThat(line.ask()).as("what was recorded counts").isNull();
    assertThat(line.events.stream().map(EngineEvent::text).limit(2))
        .containsExactly("forced closed", "no longer forced closed");
    assertThat(line.told()).startsWith("opened: ");
  }

  @Test
  void forceActsWhateverTheStateAndIsTold() {
    Line line = opened(breaker().errorRatio(0.5).ramp(SECOND));
    line.reload(breaker().errorRatio(0.5).force(Force.CLOSED));
    assertThat(line.begin()).isNotNull();
    assertThat(line.told()).isEqualTo("forced closed");
    line.reload(breaker().errorRatio(0.5).force(Force.OPEN));
    assertThat(line.told()).isEqualTo("forced open; it was closed");
    line.reload(breaker().errorRatio(0.5));
    assertThat(line.told()).isEqualTo("no longer forced open");
    assertThat(line.state()).isEqualTo("closed");
    Line halfOpen = opened(breaker().errorRatio(0.5));
    Line.Call probe = halfOpen.advance(30 * SECOND).begin();
    halfOpen.reload(breaker().errorRatio(0.5).force(Force.CLOSED));
    probe.end(Line.FAILED);
    assertThat(halfOpen.state()).isEqualTo("forced-closed");
  }

  @Test
  void plainRatioIsJudgedOverTheWindowAlone() {
    Line line = new Line(breaker().errorRatio(0.5).confidence(0));
    line.calls(20, QUICK, OK).advance(2 * SECOND).calls(19, QUICK, Line.FAILED);
    assertThat(line.state()).as("19 of 19 in the last second").isEqualTo("closed");
    line.call(QUICK, Line.FAILED);
    assertThat(line.told())
        .isEqualTo("opened: 20 of 40 calls failed in the last 10s; threshold 50%; trial in 30s");
  }

  @Test
  void boundIsJudgedOverTheLastTenthToo() {
    Line line = new Line(breaker().errorRatio(0.5));
    line.calls(500, QUICK, OK).advance(2 * SECOND).calls(5, QUICK, Line.FAILED);
    assertThat(line.state()).isEqualTo("open");
  }

  @Test
  void statisticsKnowWhatIsSlow() {
    BreakerSlotType type = new BreakerSlotType();
    assertThat(type.slowNanos(slowRule().rule())).isEqualTo(200 * MILLI);
    assertThat(type.slowNanos(breaker().errorRatio(0.5).rule())).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void ratiosAreAboveZeroAndSlowCallNeedsOne() {
    assertThatIllegalArgumentException().isThrownBy(() -> breaker().errorRatio(0).rule());
    assertThatIllegalArgumentException().isThrownBy(() -> breaker().errorRatio(1.01).rule());
    assertThatIllegalArgumentException().isThrownBy(() -> breaker().slow(1, Double.NaN).rule());
    assertThatIllegalArgumentException().isThrownBy(() -> breaker().confidence(1).rule());
  }
}
