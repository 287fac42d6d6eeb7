package dev.weir.core.flow;

import static dev.weir.core.flow.FlowBench.MILLI;
import static dev.weir.core.flow.FlowBench.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.sun.management.ThreadMXBean;
import dev.weir.core.FakeTicker;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sentinel#953, #2184: warm-up is wrong after idleness. */
class WarmUpTest {

  private static final WarmUp TEN_SECONDS = new WarmUp(10 * SECOND, 3, WarmUp.When.IDLE);

  private static FlowRule warming(long calls, WarmUp warmUp, @Nullable Pacing pacing) {
    return new FlowRule(null, null, new Rate(calls, SECOND), pacing, warmUp, null, null);
  }

  private static void assertFollowsItsCurve(String when, WarmUpRun run, int seconds) {
    assertFollowsItsCurve(when, run, seconds, 0.05, 2);
  }

  /** Within a share of the curve in each second, or so many calls. */
  private static void assertFollowsItsCurve(
      String when, WarmUpRun run, int seconds, double share, int off) {
    double[] curve = run.curve(seconds);
    long[] granted = run.load(seconds);
    for (int i = 0; i < seconds; i++) {
      assertThat((double) granted[i])
          .as("%s, second %d of %s", when, i, curve[i])
          .isBetween(
              Math.min((1 - share) * curve[i], curve[i] - off),
              Math.max((1 + share) * curve[i], curve[i] + off));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {10, 100, 1_000})
  void everySecondHoldsWhatTheCurveSaysFromTheStartAndAfterIdleness(long calls) {
    Pacing paced = new Pacing(1, 200 * MILLI, Integer.MAX_VALUE);
    for (Pacing pacing : new Pacing[] {null, paced}) {
      WarmUpRun run = new WarmUpRun(calls, TEN_SECONDS, pacing);
      assertFollowsItsCurve("start", run, 13);
      for (double idle : new double[] {0, 3, 5, 10, 60}) {
        assertFollowsItsCurve("idle for " + idle, run.idle(idle), 13);
      }
      assertThat(run.most()).as("in any second").isBetween((int) (0.98 * calls), (int) calls);
    }
  }

  @Test
  void anyRuleFollowsItsCurve() { // less than a period without calls is no idleness
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 100; i++) {
      long calls = 100L + random.nextInt(400);
      WarmUp warmUp =
          new WarmUp((1 + random.nextInt(12)) * SECOND, 2 + random.nextInt(8), WarmUp.When.IDLE);
      Pacing pacing = random.nextBoolean() ? null : new Pacing(1, 100 * MILLI, Integer.MAX_VALUE);
      WarmUpRun run = new WarmUpRun(calls, warmUp, pacing);
      String rule = "seed " + seed + ": " + calls + "/s, " + warmUp + ", " + pacing;
      assertFollowsItsCurve(rule, run, 1 + random.nextInt(15), 0.08, 8);
      assertFollowsItsCurve(rule, run.idle(1 + random.nextDouble() * 14), 5, 0.08, 8);
      assertThat(run.most()).as(rule).isLessThanOrEqualTo((int) calls);
    }
  }

  @Test
  void startAloneStaysWarm() {
    WarmUpRun run = new WarmUpRun(100, new WarmUp(10 * SECOND, 3, WarmUp.When.START), null);
    assertFollowsItsCurve("start", run, 5);
    assertFollowsItsCurve("half warm", run.idle(600), 8);
    assertThat(run.idle(3_600).share()).isEqualTo(1);
  }

  @Test
  void littleTrafficKeepsTheLimitAtTwiceOfIt() {
    FakeTicker ticker = new FakeTicker();
    FlowLimiter limiter = new FlowLimiter(ticker, warming(100, TEN_SECONDS, null));
    for (int i = 0; i < 30 * 30; i++) {
      assertThat(limiter.take(ticker.nanos())).as("call %d", i).isNotNegative();
      ticker.advance(SECOND / 30);
    }
    assertThat(limiter.limitNow(ticker.nanos())).isBetween(55L, 65L);
  }

  /** Limits below one per second block everything in some peers. */
  @Test
  void smallLimitGrantsOneCallWhenCold() {
    FlowBench bench = new FlowBench(warming(1, TEN_SECONDS, null));
    assertThat(bench.admitted(5)).isEqualTo(1);
    bench.ticker.advance(SECOND + SECOND / 32);
    assertThat(bench.admitted(5)).isEqualTo(1);
  }

  @Test
  void refusalAndStateSayHowWarmItIs() {
    FlowBench bench = new FlowBench(warming(90, TEN_SECONDS, null));
    assertThat(bench.admitted(200)).isEqualTo(30);
    assertThat(bench.enter().message())
        .isEqualTo(
            "flow.limit 90/s, 0 % warm, of entry \"a\": 30 calls were granted in the last 1 s");
    assertThat(bench.state())
        .contains(entry("warmth", 0.0), entry("limit-now", 30L), entry("granted", 30L));
  }

  @Test
  void reloadOfTheLimitKeepsTheWarmthAndOneThatBeginsToWarmUpIsWarm() {
    FlowBench bench = new FlowBench(warming(90, TEN_SECONDS, null));
    assertThat(bench.admitted(200)).isEqualTo(30);
    bench.reload(warming(900, TEN_SECONDS, null));
    assertThat(bench.state()).containsEntry("limit-now", 300L);
    FlowBench other = new FlowBench(FlowBench.rule(90, null));
    other.reload(warming(90, TEN_SECONDS, null));
    assertThat(other.state()).containsEntry("limit-now", 90L);
  }

  @Test
  void keyIsAsGoodAsNewOnlyWhenItIsColdAgain() {
    FakeTicker ticker = new FakeTicker();
    FlowLimiter limiter = new FlowLimiter(ticker, warming(10, TEN_SECONDS, null));
    for (int i = 0; i < 500; i++) {
      limiter.take(ticker.nanos());
      ticker.advance(10 * MILLI);
    }
    ticker.advance(2 * SECOND);
    assertThat(limiter.isIdle(ticker.nanos())).isFalse();
    ticker.advance(10 * SECOND);
    limiter.take(ticker.nanos());
    ticker.advance(2 * SECOND);
    assertThat(limiter.isIdle(ticker.nanos())).isTrue();
  }

  @Test
  void callOfARuleThatWarmsUpAllocatesNothing() {
    FakeTicker ticker = new FakeTicker();
    FlowLimiter limiter = new FlowLimiter(ticker, warming(100_000, TEN_SECONDS, null));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    callMany(limiter, ticker);
    long before = threads.getCurrentThreadAllocatedBytes();
    callMany(limiter, ticker);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
  }

  private static void callMany(FlowLimiter limiter, FakeTicker ticker) {
    for (int i = 0; i < 100_000; i++) {
      ticker.advance(9_000);
      limiter.take(ticker.nanos());
    }
  }
}
