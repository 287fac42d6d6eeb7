package dev.weir.core.flow;

import static dev.weir.core.flow.FlowBench.MILLI;
import static dev.weir.core.flow.FlowBench.SECOND;
import static dev.weir.core.flow.FlowBench.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.Engine;
import dev.weir.core.FakeTicker;
import dev.weir.core.Mode;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Ticker;
import dev.weir.core.Verdict;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Keying.Absent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Faults that users of other limiters met, each with its right value. Warm-up has {@link
 * WarmUpTest}, milliseconds {@link PacedSlotTest#noRateIsRoundedToMilliseconds}.
 */
class FlowFieldFaultsTest {

  private static final Rate PER_DAY = new Rate(500, 86_400 * SECOND);

  private static FlowRule perDay(@Nullable Pacing pacing) {
    return new FlowRule(null, null, PER_DAY, pacing, null, null, null);
  }

  /** How many of so many threads' calls a judge admits. */
  private static long admitted(CallJudge judge, int threads, int callsEach)
      throws InterruptedException {
    LongAdder admitted = new LongAdder();
    CountDownLatch begin = new CountDownLatch(1);
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int first = i;
      Thread caller =
          new Thread(
              () -> {
                try {
                  begin.await();
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
                for (int call = 0; call < callsEach; call++) {
                  String key = "tenant-" + (first + call) % 3;
                  if (!judge.enter(System.nanoTime(), part -> key).isBlock()) {
                    admitted.increment();
                  }
                }
              });
      caller.start();
      callers.add(caller);
    }
    begin.countDown();
    for (Thread caller : callers) {
      caller.join();
    }
    return admitted.sum();
  }

  private static CallJudge judge(FlowRule rule) {
    Engine engine = new Engine(Ticker.system());
    engine.apply(Rulebook.enforcing(Rulebook.entry("a", "web:GET /a", rule)), Mode.ENFORCE);
    return Objects.requireNonNull(engine.web("GET", "/a", false));
  }

  /** Sentinel#1620, #628: the limit is checked first and counted later, so that far more pass. */
  @ParameterizedTest
  @ValueSource(ints = {2, 8, 64})
  void permitIsReservedWhenItIsChecked(int threads) throws InterruptedException {
    assertThat(admitted(judge(perDay(null)), threads, 1_000)).isEqualTo(500);
    Pacing burst = new Pacing(300, 0, Integer.MAX_VALUE);
    assertThat(admitted(judge(perDay(burst)), threads, 1_000)).isEqualTo(300);
  }

  /** Sentinel#3366, #3058: keyed counters race where they are made, refilled or removed. */
  @ParameterizedTest
  @ValueSource(ints = {2, 8, 64})
  void counterOfAKeyIsOneFromItsFirstCallOn(int threads) throws InterruptedException {
    KeyPart tenant = new KeyPart(Source.HEADER, "X-Tenant");
    Keying keying = new Keying(List.of(tenant), Map.of(), Absent.SHARED, 100);
    CallJudge judge = judge(new FlowRule(null, null, PER_DAY, keying));
    assertThat(admitted(judge, threads, 6_000 / threads + 600)).isEqualTo(3 * 500);
  }

  /** Sentinel#2450: the rate is judged by finished calls. */
  @Test
  void callsThatHaveNotEndedCount() {
    FlowBench bench = new FlowBench(rule(5, null));
    List<Verdict> inside = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      inside.add(bench.enter());
    }
    assertThat(bench.enter().isBlock()).isTrue();
    bench.ticker.advance(2 * SECOND);
    inside.forEach(call -> call.admission().exit(0, Outcome.RETURNED));
    assertThat(bench.admitted(20)).as("their ends do not count").isEqualTo(5);
  }

  /** Sentinel#2210, #1028, #224: users see 25 where the limit is 20. */
  @Test
  void whatUsersSeeOfAnySecondIsWhatWasGranted() {
    FakeTicker ticker = new FakeTicker();
    Engine engine = new Engine(ticker);
    FlowRule rule = Rulebook.perSecond(20);
    engine.apply(Rulebook.enforcing(Rulebook.entry("a", "web:GET /a", rule)), Mode.ENFORCE);
    CallJudge judge = Objects.requireNonNull(engine.web("GET", "/a", false));
    for (int i = 0; i < 1_000; i++) {
      ticker.advance(7 * MILLI);
      judge.enter(ticker.nanos());
      assertThat(engine.entries().get(0).windows().previous().calls().passed())
          .isLessThanOrEqualTo(20);
    }
    assertThat(judge.enter(ticker.nanos()).message())
        .isEqualTo("flow.limit 20/s of entry \"a\": 20 calls were granted in the last 1 s");
  }

  /** resilience4j#822, #1244: extra calls at the edge of a cycle, and all limiters turn at once. */
  @Test
  void noInstantIsTheEdgeOfACycle() {
    for (long offset = 0; offset < SECOND; offset += 37 * MILLI) {
      FlowBench bench = new FlowBench(rule(10, null));
      bench.ticker.advance(offset);
      assertThat(bench.admitted(20)).isEqualTo(10);
      for (long step = 0; step < SECOND - MILLI; step += MILLI) {
        bench.ticker.advance(MILLI);
        assertThat(bench.admitted(1)).isZero();
      }
    }
  }

  /** Limits below one per second block everything in some peers. */
  @Test
  void halfACallASecondIsOneInTwo() {
    FlowBench bench = new FlowBench(new FlowRule(null, null, new Rate(1, 2 * SECOND)));
    for (int i = 0; i < 5; i++) {
      assertThat(bench.admitted(3)).isEqualTo(1);
      bench.ticker.advance(SECOND);
      assertThat(bench.admitted(3)).isZero();
      bench.ticker.advance(SECOND + SECOND / 16);
    }
  }
}
