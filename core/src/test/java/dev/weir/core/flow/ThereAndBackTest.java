package dev.weir.core.flow;

import static dev.weir.core.flow.FlowBench.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.FakeTicker;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits that change how a rule counts, and are taken back. */
class ThereAndBackTest {

  private static final long HOUR = 3_600 * SECOND;
  private static final Pacing SPACED = new Pacing(1, SECOND, Integer.MAX_VALUE);
  private static final Pacing BUCKET = new Pacing(20, 0, Integer.MAX_VALUE);

  private final FakeTicker ticker = new FakeTicker(-7);

  private static FlowRule rule(long calls, long period, @Nullable Pacing pacing) {
    return new FlowRule(null, null, new Rate(calls, period), pacing, null, null, null);
  }

  private int grants(FlowLimiter limiter, int calls) {
    int granted = 0;
    for (int i = 0; i < calls; i++) {
      granted += limiter.take(ticker.nanos()) == Meter.REFUSED ? 0 : 1;
    }
    return granted;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 10, 50, 100})
  void whatWasGrantedBeforeIsNotForgottenOnTheWay(long calls) {
    for (Pacing pacing : new Pacing[] {SPACED, BUCKET}) {
      FlowLimiter limiter = new FlowLimiter(ticker, rule(100, HOUR, null));
      assertThat(grants(limiter, 150)).isEqualTo(100);
      limiter.change(rule(calls, HOUR, pacing));
      ticker.advance(HOUR / 20);
      int between = grants(limiter, 100);
      limiter.change(rule(100, HOUR, null));
      assertThat(grants(limiter, 150)).as("after %d between", between).isZero();
      ticker.advance(HOUR);
      assertThat(grants(limiter, 150)).isBetween(99 - between, 100);
    }
  }

  @Test
  void windowThatFollowsCountsOnlyCallsThatWere() {
    for (Pacing pacing : new Pacing[] {SPACED, BUCKET}) {
      FlowLimiter limiter = new FlowLimiter(ticker, rule(100, SECOND, pacing));
      ticker.advance(100 * SECOND);
      assertThat(grants(limiter, 1)).isEqualTo(1);
      limiter.change(rule(100, SECOND, null));
      assertThat(limiter.granted()).isEqualTo(1);
      assertThat(grants(limiter, 150)).isEqualTo(99);
    }
  }

  @Test
  void ruleThatHasGrantedNothingStartsAfreshEachTime() {
    for (Pacing pacing : new Pacing[] {SPACED, BUCKET}) {
      FlowLimiter limiter = new FlowLimiter(ticker, rule(1_000, HOUR, null));
      limiter.change(rule(1_000, HOUR, pacing));
      ticker.advance(SECOND);
      assertThat(limiter.take(ticker.nanos())).isNotEqualTo(Meter.REFUSED);
      limiter.change(rule(1_000, HOUR, null));
      assertThat(grants(limiter, 1_500)).isEqualTo(999);
    }
  }

  @Test
  void permitOfAnEarlierWindowTakesNothingFromALaterOne() {
    FlowLimiter limiter = new FlowLimiter(ticker, rule(10, SECOND, null));
    long[] early = new long[8];
    for (int i = 0; i < early.length; i++) {
      early[i] = limiter.take(ticker.nanos());
    }
    limiter.change(rule(10, SECOND, SPACED));
    ticker.advance(3 * SECOND);
    limiter.change(rule(10, SECOND, null));
    assertThat(grants(limiter, 20)).isEqualTo(10);
    for (long permit : early) {
      limiter.undo(permit);
    }
    assertThat(grants(limiter, 20)).isZero();
    ticker.advance(2 * SECOND);
    assertThat(grants(limiter, 20)).isEqualTo(10);
  }

  @Test
  void warmthOutlivesAChangeOfThePeriod() {
    WarmUp warmUp = new WarmUp(10 * SECOND, 3, WarmUp.When.IDLE);
    FlowRule perSecond = new FlowRule(null, null, new Rate(90, SECOND), null, warmUp, null, null);
    FlowRule perTwo = new FlowRule(null, null, new Rate(180, 2 * SECOND), null, warmUp, null, null);
    FlowLimiter limiter = new FlowLimiter(ticker, perSecond);
    assertThat(limiter.warmth(ticker.nanos())).isZero();
    limiter.change(perTwo);
    assertThat(limiter.warmth(ticker.nanos())).isZero();
    assertThat(grants(limiter, 200)).isEqualTo(60);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 100})
  void noMoreWaitThanMayWhileARuleWarmsUp(int coldFactor) {
    WarmUp warmUp = new WarmUp(SECOND, coldFactor, WarmUp.When.IDLE);
    Pacing pacing = new Pacing(1, 600 * SECOND, 100);
    FlowRule rule = new FlowRule(null, null, new Rate(100, SECOND), pacing, warmUp, null, null);
    FlowLimiter limiter = new FlowLimiter(ticker, rule);
    int waiting = 0;
    for (int i = 0; i < 1_000; i++) {
      long permit = limiter.reserve(ticker.nanos(), pacing);
      waiting += permit != Meter.REFUSED && limiter.delayNanos(permit, ticker.nanos()) > 0 ? 1 : 0;
    }
    assertThat(waiting).isBetween(1, 100);
  }

  @Test
  void reloadsWhileCallsWaitLeaveNothingBehind() {
    FlowRule one = rule(1_000, SECOND, SPACED);
    FlowRule other = rule(999, SECOND, SPACED);
    FlowLimiter limiter = new FlowLimiter(ticker, one);
    for (int i = 0; i < 100_000; i++) {
      limiter.reserve(ticker.nanos(), SPACED);
      limiter.reserve(ticker.nanos(), SPACED);
      limiter.change(i % 2 == 0 ? other : one);
      ticker.advance(SECOND / 1_000);
    }
    Pacer pacer = Objects.requireNonNull(limiter.pacer());
    assertThat(pacer.waiting(ticker.nanos())).isBetween(900L, 1_100L);
  }
}
