package dev.weir.core.breaker;

import static dev.weir.core.breaker.RuleBuilder.MILLI;
import static dev.weir.core.breaker.RuleBuilder.SECOND;
import static dev.weir.core.breaker.RuleBuilder.breaker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.EngineEvent;
import dev.weir.core.Outcome;
import dev.weir.core.breaker.BreakerRule.Force;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** What users of other breakers reported, and what is right. */
class BreakerFieldFaultsTest {

  private static final Outcome OK = Outcome.RETURNED;
  private static final long QUICK = 10 * MILLI;

  private static Line halfOpenLine(RuleBuilder rule) {
    Line line = new Line(rule);
    while (line.state().equals("closed")) {
      line.call(QUICK, Line.FAILED);
    }
    return line.advance(30 * SECOND);
  }

  /** Sentinel#1638, sentinel-golang#196: half-open never ended. */
  @Test
  void probeThatAnotherRuleRefusedIsNone() {
    Line line = halfOpenLine(breaker().errorRatio(0.5));
    for (int i = 0; i < 10; i++) {
      line.begin().undo();
      assertThat(line.state()).isEqualTo("half-open");
    }
    line.begin().end(OK);
    assertThat(line.state()).isEqualTo("closed");
  }

  /** Sentinel#3363; resilience4j#903, #935, #2172: probe permits were never returned. */
  @Test
  void probeThatNeverEndsHasFailedAtItsDeadline() {
    Line line = halfOpenLine(breaker().errorRatio(0.5).probeTimeout(5 * SECOND));
    long began = line.ticker.nanos();
    Line.Call lost = line.begin();
    line.advance(5 * SECOND);
    assertThat(line.ask()).isNull();
    assertThat(line.state()).as("it may end at this very instant").isEqualTo("half-open");
    line.advance(20 * SECOND);
    assertThat(line.ask()).isNull();
    assertThat(line.told())
        .isEqualTo("opened: trial 1 failed: a probe did not end within 5s; trial in 30s");
    assertThat(line.events.get(line.events.size() - 1).nanos()).isEqualTo(began + 5 * SECOND);
    line.advance(10 * SECOND);
    Line.Call next = line.begin();
    lost.end(OK);
    assertThat(line.state()).as("it has failed already").isEqualTo("half-open");
    next.end(OK);
    assertThat(line.state()).isEqualTo("closed");
  }

  @Test
  void afterALongSilenceTheNextCallIsTheNextProbe() {
    Line line = halfOpenLine(breaker().errorRatio(0.5));
    line.begin();
    line.advance(3_600 * SECOND).begin().end(OK);
    assertThat(line.state()).isEqualTo("closed");
    assertThat(line.types())
        .containsExactly(
            EngineEvent.Type.BREAKER_OPENED,
            EngineEvent.Type.BREAKER_HALF_OPEN,
            EngineEvent.Type.BREAKER_OPENED,
            EngineEvent.Type.BREAKER_HALF_OPEN,
            EngineEvent.Type.BREAKER_CLOSED);
  }

  @Test
  void probeIsNotWaitedForLongerThanASlowCall() {
    Line line = halfOpenLine(breaker().errorRatio(0.5).slow(200 * MILLI, 0.5));
    line.begin();
    line.advance(201 * MILLI);
    assertThat(line.ask()).isNull();
    assertThat(line.state()).isEqualTo("open");
  }

  /** resilience4j#1432, #343: more probes than allowed. Races are in {@code BreakerThreadsTest}. */
  @Test
  void noMoreProbesThanAllowedWhateverBecomesOfThem() {
    Line line = halfOpenLine(breaker().errorRatio(0.5).probes(4));
    List<Line.Call> probes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      probes.add(line.begin());
    }
    assertThat(line.ask()).isNull();
    probes.get(0).end(OK);
    assertThat(line.ask()).isNull();
    probes.get(1).end(Outcome.GIVEN_UP);
    assertThat(line.ask()).as("in place of the one given up").isNotNull();
    assertThat(line.ask()).isNull();
  }

  /** Several libraries: calls from before decide the trial. */
  @Test
  void lateCallFromClosedDoesNotDecideHalfOpen() {
    Line line = new Line(breaker().errorRatio(0.5));
    Line.Call good = line.begin();
    Line.Call bad = line.begin();
    line.calls(5, QUICK, Line.FAILED).advance(30 * SECOND);
    Line.Call probe = line.begin();
    good.end(OK);
    bad.end(Line.FAILED);
    assertThat(line.state()).isEqualTo("half-open");
    probe.end(OK);
    assertThat(line.state()).isEqualTo("closed");
  }

  @Test
  void lateCallsFromBeforeOpeningAreNotCountedAfterClosing() {
    Line line = new Line(breaker().errorRatio(0.5));
    List<Line.Call> late = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      late.add(line.begin());
    }
    line.calls(5, QUICK, Line.FAILED).advance(30 * SECOND).begin().end(OK);
    late.forEach(call -> call.end(Line.FAILED));
    assertThat(line.state()).isEqualTo("closed");
    assertThat(line.snapshot().calls()).isZero();
  }

  @Test
  void callsAreToldFromThoseOfAnotherGenerationInTheSameNanosecond() {
    Line line = new Line(breaker().errorRatio(0.5));
    Line.Call before = line.advance(1).begin();
    line.reload(breaker().errorRatio(0.5).force(Force.OPEN));
    line.reload(breaker().errorRatio(0.5));
    Line.Call after = line.begin();
    before.end(Line.FAILED);
    assertThat(line.snapshot().calls()).isZero();
    after.end(OK);
    assertThat(line.snapshot().calls()).isEqualTo(1);
  }

  /** A test for "greater than" never trips at 100 %. */
  @Test
  void ratioOfHundredPercentIsReachedByCallsThatAllFail() {
    for (double confidence : new double[] {0, 0.95, 0.99}) {
      RuleBuilder rule = breaker().errorRatio(1).slow(200 * MILLI, 1).confidence(confidence);
      assertThat(new Line(rule).calls(5, QUICK, Line.FAILED).state()).isEqualTo("open");
      assertThat(new Line(rule).calls(5, SECOND, OK).state()).isEqualTo("open");
      Line line = new Line(rule).call(QUICK, OK).calls(20, QUICK, Line.FAILED);
      assertThat(line.state()).as("20 of 21").isEqualTo("closed");
    }
  }

  @Test
  void ratioIsReachedExactly() {
    for (int percent = 1; percent <= 100; percent++) {
      double ratio = percent / 100.0;
      Line line = new Line(breaker().errorRatio(ratio).confidence(0).minCalls(100));
      line.calls(100 - percent, MILLI, OK).calls(percent - 1, MILLI, Line.FAILED);
      assertThat(line.state()).isEqualTo("closed");
      line.call(MILLI, Line.FAILED);
      assertThat(line.state()).as("%d of 100 calls failed", percent).isEqualTo("open");
    }
  }

  /** Sentinel#2461, #3141; resilience4j#1805, #563: a framework makes a 500 of the exception. */
  @Test
  void statusOfTheResponseCounts() {
    assertThat(new Line(breaker().errorRatio(0.5)).calls(5, QUICK, Outcome.status(500)).state())
        .isEqualTo("open");
    assertThat(new Line(breaker().errorRatio(0.5)).calls(5, QUICK, Outcome.status(429)).state())
        .isEqualTo("closed");
    RuleBuilder own = breaker().errorRatio(0.5).status(new StatusRange(429, 429));
    assertThat(new Line(own).calls(5, QUICK, Outcome.status(429)).state()).isEqualTo("open");
    assertThat(new Line(own).calls(5, QUICK, Outcome.status(500)).state()).isEqualTo("closed");
  }

  /** resilience4j#1597: calls that hang are never counted. */
  @Test
  void callsThatHangCountAsSlowWhileTheyAreInside() {
    Line line = new Line(breaker().slow(200 * MILLI, 0.5));
    for (int i = 0; i < 10; i++) {
      line.begin();
    }
    line.advance(200 * MILLI);
    assertThat(line.admits()).isTrue();
    line.advance(50 * MILLI);
    assertThat(line.ask()).isNull();
    assertThat(line.told())
        .startsWith("opened: 10 of 10 calls slow (> 200ms, 10 still inside) in the last 1s");
  }

  @Test
  void callThatHungIsCountedOnceWhenItEnds() {
    Line line = new Line(breaker().slow(200 * MILLI, 0.9));
    Line.Call hanging = line.begin();
    line.advance(SECOND);
    assertThat(line.snapshot().overdue()).isEqualTo(1);
    assertThat(line.snapshot().calls()).isZero();
    hanging.end(OK);
    assertThat(line.snapshot().overdue()).isZero();
    assertThat(line.snapshot().calls()).isEqualTo(1);
    assertThat(line.snapshot().slow()).isEqualTo(1);
  }

  @Test
  void callThatNeverEndsCountsForAWindow() {
    Line line = new Line(breaker().slow(200 * MILLI, 0.9));
    line.begin();
    line.advance(10 * SECOND);
    assertThat(line.snapshot().overdue()).isEqualTo(1);
    line.advance(300 * MILLI);
    assertThat(line.snapshot().overdue()).isZero();
  }

  /** resilience4j#568, #528, #2026: exceptions in wrappers are misjudged. */
  @Test
  void exceptionsAreUnwrapped() {
    RuleBuilder rule = breaker().errorRatio(0.5).types(IOException.class.getName());
    Throwable cause = new FileNotFoundException();
    for (Throwable thrown :
        List.of(
            cause,
            new ExecutionException(cause),
            new CompletionException(cause),
            new InvocationTargetException(cause),
            new UndeclaredThrowableException(cause),
            new CompletionException(new ExecutionException(new CompletionException(cause))))) {
      Line line = new Line(rule).calls(5, QUICK, Outcome.threw(thrown, null));
      assertThat(line.state()).as("%s", thrown).isEqualTo("open");
    }
    Outcome other = Outcome.threw(new CompletionException(new IllegalStateException(cause)), null);
    assertThat(new Line(rule).calls(5, QUICK, other).state())
        .as("an application's own exception is not unwrapped")
        .isEqualTo("closed");
  }

  @Test
  void ignoredExceptionIsNeitherSuccessNorFailureWrappedOrNot() {
    RuleBuilder rule = breaker().errorRatio(0.5).ignore(IOException.class.getName());
    Outcome ignored = Outcome.threw(new ExecutionException(new FileNotFoundException()), null);
    Line line = new Line(rule).calls(100, QUICK, ignored);
    assertThat(line.snapshot().calls()).isZero();
    line = halfOpenLine(rule);
    line.begin().end(ignored);
    assertThat(line.state()).as("the probe is free again").isEqualTo("half-open");
    line.begin().end(OK);
    assertThat(line.state()).isEqualTo("closed");
  }

  @Test
  void exceptionThatDoesNotCountIsASuccess() {
    RuleBuilder rule = breaker().errorRatio(0.5).types(IllegalStateException.class.getName());
    Line line = halfOpenLine(rule);
    line.begin().end(Outcome.threw(new IOException(), null));
    assertThat(line.state()).isEqualTo("closed");
    line.call(QUICK, Outcome.threw(new IOException(), null));
    assertThat(line.snapshot().calls()).isEqualTo(1);
    assertThat(line.snapshot().errors()).isZero();
  }

  /** resilience4j#989: own refusals feed the breaker. */
  @Test
  void refusalsOfWeirAndCallersThatGiveUpNeverCount() {
    Line line = new Line(breaker().errorRatio(0.5).slow(200 * MILLI, 0.5));
    line.calls(50, QUICK, Outcome.GIVEN_UP).calls(50, SECOND, Outcome.GIVEN_UP);
    assertThat(line.snapshot().calls()).isZero();
    assertThat(line.state()).isEqualTo("closed");
    line = halfOpenLine(breaker().errorRatio(0.5));
    line.begin().end(Outcome.GIVEN_UP);
    assertThat(line.begin()).as("the probe is free again").isNotNull();
  }

  /** Sentinel#2901: an edit closes an open breaker without a word. */
  @Test
  void editKeepsAnOpenBreakerOpenAndItsEndFollows() {
    Line line = new Line(breaker().errorRatio(0.5)).calls(5, QUICK, Line.FAILED);
    line.reload(breaker().errorRatio(0.9).window(60 * SECOND).openFor(60 * SECOND));
    line.advance(60 * SECOND - 1);
    assertThat(line.ask()).isNull();
    line.reload(breaker().errorRatio(0.9).openFor(20 * SECOND));
    assertThat(line.begin()).isNotNull();
    assertThat(line.types())
        .containsExactly(EngineEvent.Type.BREAKER_OPENED, EngineEvent.Type.BREAKER_HALF_OPEN);
  }

  @Test
  void editKeepsWhatWasCounted() {
    Line line = new Line(breaker().errorRatio(0.5)).calls(4, QUICK, Line.FAILED);
    line.reload(breaker().errorRatio(0.55).window(5 * SECOND));
    assertThat(line.snapshot().errors()).isEqualTo(4);
    assertThat(line.call(QUICK, Line.FAILED).state()).isEqualTo("open");
  }

  @Test
  void editToASmallerThresholdActsWithTheNextCall() {
    Line line = new Line(breaker().errorCount(10)).calls(5, QUICK, Line.FAILED);
    line.reload(breaker().errorCount(5));
    assertThat(line.ask()).isNull();
  }

  @Test
  void callsInsideAreJudgedByTheRuleThatAdmittedThem() {
    Line line = new Line(breaker().slow(200 * MILLI, 0.9));
    Line.Call before = line.begin();
    line.reload(breaker().slow(2 * SECOND, 0.9));
    Line.Call after = line.begin();
    line.advance(SECOND);
    assertThat(line.snapshot().overdue()).isEqualTo(1);
    before.end(OK);
    after.end(OK);
    assertThat(line.snapshot().calls()).isEqualTo(2);
    assertThat(line.snapshot().slow()).isEqualTo(1);
  }

  @Test
  void editInHalfOpenToFewerProbesEndsTheTrialIfTheySucceeded() {
    Line line = halfOpenLine(breaker().errorRatio(0.5).probes(3));
    line.begin().end(OK);
    line.begin();
    line.reload(breaker().errorRatio(0.5).probes(1));
    assertThat(line.state()).isEqualTo("closed");
  }

  /** A published incident: 3 slow calls of 5 at 10 calls a second stopped a healthy service. */
  @Test
  void fewSlowCallsOfAHealthyServiceDoNotOpen() {
    Line line = new Line(breaker().slow(200 * MILLI, 0.5));
    line.calls(2, QUICK, OK).calls(3, 250 * MILLI, OK);
    assertThat(line.state()).isEqualTo("closed");
    Line plain = new Line(breaker().slow(200 * MILLI, 0.5).confidence(0));
    plain.calls(2, QUICK, OK).calls(3, 250 * MILLI, OK);
    assertThat(plain.state()).as("what happened").isEqualTo("open");
  }

  @Test
  void sqlStatesOfClass23DoNotCountUnlessTheyAreNamed() {
    Outcome duplicate = Outcome.threw(new Exception("duplicate key"), "23505");
    Outcome lost = Outcome.threw(new Exception("connection lost"), "08006");
    RuleBuilder usual = breaker().errorRatio(0.5);
    assertThat(new Line(usual).calls(5, QUICK, duplicate).state()).isEqualTo("closed");
    assertThat(new Line(usual).calls(5, QUICK, lost).state()).isEqualTo("open");
    RuleBuilder own = breaker().errorRatio(0.5).sqlStates("23", "57014");
    assertThat(new Line(own).calls(5, QUICK, duplicate).state()).isEqualTo("open");
    assertThat(new Line(own).calls(5, QUICK, lost).state()).isEqualTo("closed");
    assertThat(new Line(own).calls(5, QUICK, Line.FAILED).state())
        .as("an exception without a state")
        .isEqualTo("open");
    RuleBuilder either = breaker().errorRatio(0.5).sqlStates("08").types("java.io.IOException");
    assertThat(new Line(either).calls(5, QUICK, lost).state()).isEqualTo("open");
    assertThat(new Line(either).calls(5, QUICK, duplicate).state()).isEqualTo("closed");
  }

  @Test
  void wrappersThatWrapEachOtherInACircleAreJudged() {
    class Circle extends ExecutionException {
      private static final long serialVersionUID = 1;

      @Override
      public synchronized Throwable getCause() {
        return this;
      }
    }
    RuleBuilder rule = breaker().errorRatio(0.5).types("java.io.IOException");
    Line line = new Line(rule).calls(5, QUICK, Outcome.threw(new Circle(), null));
    assertThat(line.state()).isEqualTo("closed");
    assertThat(ErrorJudge.unwrap(new Circle())).isInstanceOf(Circle.class);
  }

  @Test
  void nestedClassesAreNamedAsTheJvmOrTheirSourceDoes() {
    Outcome nested = Outcome.threw(new Nested(), null);
    for (String name : List.of(Nested.class.getName(), Nested.class.getName().replace('$', '.'))) {
      RuleBuilder rule = breaker().errorRatio(0.5).ignore(name);
      assertThat(new Line(rule).calls(5, QUICK, nested).snapshot().calls()).isZero();
    }
  }

  private static final class Nested extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
