package dev.weir.core.flow;

import static dev.weir.core.flow.FlowBench.MILLI;
import static dev.weir.core.flow.FlowBench.SECOND;
import static dev.weir.core.flow.FlowBench.burst;
import static dev.weir.core.flow.FlowBench.paced;
import static dev.weir.core.flow.FlowBench.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.sun.management.ThreadMXBean;
import dev.weir.core.BlockReason;
import dev.weir.core.Mode;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Verdict;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacedSlotTest {

  /** Whatever a test does to its thread. */
  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  /** Each call comes at one instant, and time passes only while one waits. */
  private static List<Long> starts(FlowBench bench, int calls) {
    long arrival = bench.ticker.nanos();
    List<Long> starts = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      if (!bench.enter(arrival).isBlock()) {
        starts.add(bench.ticker.nanos() - arrival);
      }
    }
    return starts;
  }

  @Test
  void callsAreSpacedEvenlyAndThoseThatWouldWaitLongerAreRefusedAtOnce() {
    FlowBench bench = new FlowBench(paced(10, 300 * MILLI));
    assertThat(starts(bench, 20)).containsExactly(0L, 100 * MILLI, 200 * MILLI, 300 * MILLI);
    assertThat(bench.parking.parks()).hasSize(3);
  }

  /** Sentinel#1615: pacing above 1000/s rounds to whole milliseconds. */
  @ParameterizedTest
  @ValueSource(longs = {1_500, 3_000, 20_000, 999_983, 100_000_000})
  void noRateIsRoundedToMilliseconds(long calls) {
    FlowBench bench = new FlowBench(paced(calls, SECOND));
    List<Long> starts = starts(bench, 1_000);
    double perSecond = 999.0 * SECOND / starts.get(999);
    assertThat(perSecond).isBetween(0.99 * calls, (double) calls);
    for (int i = 1; i < starts.size(); i++) {
      assertThat(starts.get(i) - starts.get(i - 1)).isEqualTo(1 + (SECOND - 1) / calls);
    }
  }

  /** Limits below one per second block everything in some peers. */
  @Test
  void aRateBelowOnePerSecondAdmitsOneInItsPeriod() {
    Rate rate = new Rate(1, 2 * SECOND);
    Pacing pacing = new Pacing(1, 10 * SECOND, Integer.MAX_VALUE);
    FlowBench bench = new FlowBench(new FlowRule(null, null, rate, pacing, null, null, null));
    assertThat(starts(bench, 4)).containsExactly(0L, 2 * SECOND, 4 * SECOND, 6 * SECOND);
  }

  @Test
  void idlenessSavesNothingUp() {
    FlowBench bench = new FlowBench(paced(10, 200 * MILLI));
    bench.ticker.advance(60 * SECOND);
    assertThat(starts(bench, 20)).containsExactly(0L, 100 * MILLI, 200 * MILLI);
  }

  @Test
  void burstGoesAtOnceAndTheRestWaits() {
    FlowBench bench = new FlowBench(rule(10, new Pacing(3, 200 * MILLI, Integer.MAX_VALUE)));
    assertThat(starts(bench, 20)).containsExactly(0L, 0L, 0L, 100 * MILLI, 200 * MILLI);
    bench.ticker.advance(SECOND);
    assertThat(bench.state()).contains(entry("burst", 3L), entry("waiting", 0L));
    assertThat(starts(bench, 20)).hasSize(5);
  }

  @Test
  void bucketAloneHoldsItsBurstAndFillsAtItsRate() {
    FlowBench bench = new FlowBench(burst(10, 20));
    assertThat(bench.admitted(100)).isEqualTo(20);
    assertThat(bench.state()).containsEntry("free", 0L);
    bench.ticker.advance(250 * MILLI);
    assertThat(bench.state()).containsEntry("free", 2L);
    assertThat(bench.admitted(100)).isEqualTo(2);
    bench.ticker.advance(100 * SECOND);
    assertThat(bench.state()).containsEntry("free", 20L);
    assertThat(bench.admitted(100)).isEqualTo(20);
    assertThat(bench.parking.parks()).isEmpty();
  }

  @Test
  void refusalOfABucketSaysWhatIsUsedUpAndWhenTheNextCallIsGranted() {
    FlowBench bench = new FlowBench(burst(10, 20));
    bench.admitted(20);
    bench.ticker.advance(30 * MILLI);
    Verdict refused = bench.enter();
    assertThat(refused.message())
        .isEqualTo(
            "flow.limit 10/s with burst 20 of entry \"a\": the burst of 20 is used up; the next"
                + " call is granted in 70ms");
    assertThat(refused.retryAfterNanos()).isEqualTo(70 * MILLI);
  }

  @Test
  void refusalSaysWhoWaitsForHowLongAndWhenACallWouldBeLetWait() {
    FlowBench bench = new FlowBench(paced(10, 300 * MILLI));
    long arrival = bench.ticker.nanos();
    starts(bench, 4);
    Verdict refused = bench.enter(arrival);
    assertThat(refused.reason()).isEqualTo(BlockReason.FLOW);
    assertThat(refused.message())
        .isEqualTo(
            "flow.limit 10/s of entry \"a\": 3 calls wait; one more would wait longer than"
                + " max-wait 300ms");
    assertThat(refused.retryAfterNanos()).isEqualTo(100 * MILLI);
    assertThat(bench.enter(arrival + 100 * MILLI).isBlock()).isFalse();
  }

  @Test
  void noMoreWaitThanMay() {
    FlowBench bench = new FlowBench(paced(10, SECOND, 2));
    long arrival = bench.ticker.nanos();
    assertThat(starts(bench, 20)).containsExactly(0L, 100 * MILLI, 200 * MILLI);
    Verdict refused = bench.enter(arrival);
    assertThat(refused.message())
        .isEqualTo("flow.limit 10/s of entry \"a\": 2 calls wait, and no more may (max-waiting 2)");
    assertThat(refused.retryAfterNanos()).isEqualTo(100 * MILLI);
  }

  @Test
  void noCallIsGrantedAtARateOfZero() {
    FlowBench bench = new FlowBench(paced(0, SECOND));
    Verdict refused = bench.enter();
    assertThat(refused.message()).isEqualTo("flow.limit 0/s of entry \"a\": no call is granted");
    assertThat(refused.retryAfterNanos()).isEqualTo(-1);
    FlowBench bucket = new FlowBench(burst(0, 5));
    assertThat(bucket.enter().message()).endsWith(": no call is granted");
  }

  @Test
  void threadThatMustNotWaitIsRefusedAndTakesNoInstant() {
    FlowBench bench = new FlowBench(paced(10, SECOND));
    bench.mayPark = false;
    assertThat(bench.enter().isBlock()).as("its turn is now").isFalse();
    Verdict refused = bench.enter();
    assertThat(refused.message())
        .isEqualTo("flow.limit 10/s of entry \"a\": 0 calls wait; its thread must not wait");
    assertThat(refused.retryAfterNanos()).isEqualTo(100 * MILLI);
    bench.ticker.advance(100 * MILLI);
    assertThat(bench.enter().isBlock()).isFalse();
  }

  @Test
  void interruptedCallIsRefusedKeepsItsFlagAndReturnsTheLastSlot() {
    FlowBench bench = new FlowBench(paced(10, SECOND));
    long arrival = bench.ticker.nanos();
    bench.enter();
    bench.parking.meanwhile(
        () -> {
          bench.ticker.advance(30 * MILLI);
          Thread.currentThread().interrupt();
        });
    Verdict refused = bench.enter();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(refused.message())
        .isEqualTo("flow.limit 10/s of entry \"a\": 1 call waits; it was interrupted after 30ms");
    assertThat(bench.state()).contains(entry("waiting", 0L), entry("slots-lost", 0L));
    bench.enter();
    assertThat(bench.ticker.nanos() - arrival).as("the slot is used").isEqualTo(100 * MILLI);
  }

  @Test
  void slotOfAnInterruptedCallIsLostIfOthersAreBehindItAndCounted() {
    FlowBench bench = new FlowBench(paced(10, SECOND));
    long arrival = bench.ticker.nanos();
    bench.enter();
    bench.parking.meanwhile(
        () -> {
          assertThat(bench.enter(arrival).isBlock()).as("the call behind it").isFalse();
          assertThat(bench.ticker.nanos() - arrival).isEqualTo(200 * MILLI);
          Thread.currentThread().interrupt();
        });
    assertThat(bench.enter(arrival).isBlock()).isTrue();
    assertThat(bench.state()).containsEntry("slots-lost", 1L);
  }

  @Test
  void callOfAnInterruptedThreadIsGrantedOnlyWhatItNeedNotWaitFor() {
    FlowBench bench = new FlowBench(paced(10, SECOND));
    Thread.currentThread().interrupt();
    assertThat(bench.enter().isBlock()).isFalse();
    assertThat(bench.enter().isBlock()).isTrue();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(bench.parking.parks()).isEmpty();
  }

  @Test
  void observedRuleDelaysNobodyAndRefusesInItsMindWhatItWouldRefuse() {
    FlowBench bench = new FlowBench(FlowBench.in(Mode.OBSERVE, paced(10, 300 * MILLI)));
    assertThat(bench.admitted(20)).isEqualTo(20);
    assertThat(bench.parking.parks()).isEmpty();
    assertThat(bench.wouldBlock()).isEqualTo(16);
    bench.ticker.advance(100 * MILLI);
    assertThat(bench.admitted(2)).isEqualTo(2);
    assertThat(bench.wouldBlock()).isEqualTo(17);
  }

  @Test
  void callThatAnotherRuleRefusesAfterItsWaitGivesTheSlotBack() {
    FlowBench bench = new FlowBench(paced(10, SECOND), Rulebook.perMinute(1));
    bench.enter();
    assertThat(bench.enter().isBlock()).as("by the look").isTrue();
    assertThat(bench.parking.parks()).isEmpty();
    bench.ticker.advance(100 * SECOND);
    long arrival = bench.ticker.nanos();
    bench.enter(arrival - 61 * SECOND);
    assertThat(bench.state()).containsEntry("slots-lost", 0L);
  }

  @Test
  void allWaitsOfSeveralPacedRulesAreOne() {
    FlowBench bench = new FlowBench(paced(10, SECOND), paced(4, SECOND));
    assertThat(starts(bench, 3)).containsExactly(0L, 250 * MILLI, 500 * MILLI);
    assertThat(bench.parking.parks()).hasSize(2);
  }

  @Test
  void waitingCallsKeepTheirInstantsAcrossAReload() {
    FlowBench bench = new FlowBench(paced(10, SECOND));
    long arrival = bench.ticker.nanos();
    bench.enter();
    bench.parking.meanwhile(
        () -> {
          bench.reload(paced(1000, SECOND, 2));
          assertThat(bench.state()).containsEntry("waiting", 1L);
          bench.enter(arrival);
          assertThat(bench.ticker.nanos() - arrival).isEqualTo(101 * MILLI);
        });
    assertThat(bench.enter(arrival).isBlock()).isFalse();
    assertThat(bench.ticker.nanos() - arrival).isEqualTo(101 * MILLI);
  }

  @Test
  void reloadThatRaisesTheRateDoesNotBlockForWhatWasUsed() {
    FlowBench bench = new FlowBench(burst(1, 1000));
    bench.admitted(1000);
    bench.reload(burst(1000, 1000));
    bench.ticker.advance(100 * MILLI);
    assertThat(bench.admitted(1000)).isEqualTo(100);
  }

  @Test
  void pacerThatFollowsAWindowIsChargedWithWhatThatGranted() {
    FlowBench bench = new FlowBench(rule(10, null));
    assertThat(bench.admitted(20)).isEqualTo(10);
    bench.reload(paced(10, 2 * SECOND));
    List<Long> starts = starts(bench, 30);
    assertThat(starts.get(0)).isEqualTo(SECOND);
    assertThat(starts).hasSize(11);
  }

  @Test
  void windowThatFollowsAPacerIsChargedWithWhatThatGranted() {
    FlowBench bench = new FlowBench(burst(10, 10));
    assertThat(bench.admitted(20)).isEqualTo(10);
    bench.reload(rule(10, null));
    assertThat(bench.admitted(20)).isZero();
    bench.ticker.advance(SECOND + SECOND / 32);
    assertThat(bench.admitted(20)).isEqualTo(10);
  }

  @Test
  void unlimitedPacesNobody() {
    Rate rate = new Rate(Rate.UNLIMITED, SECOND);
    Pacing pacing = new Pacing(1, SECOND, Integer.MAX_VALUE);
    FlowBench bench = new FlowBench(new FlowRule(null, null, rate, pacing, null, null, null));
    assertThat(bench.admitted(1000)).isEqualTo(1000);
  }

  @Test
  void callThatNeedNotWaitAllocatesNothing() {
    for (FlowRule rule : List.of(paced(100_000, SECOND), burst(100_000, 10))) {
      FlowBench bench = new FlowBench(rule);
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      callMany(bench);
      long before = threads.getCurrentThreadAllocatedBytes();
      callMany(bench);
      assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
    }
  }

  private static void callMany(FlowBench bench) {
    for (int i = 0; i < 100_000; i++) {
      bench.ticker.advance(10_000);
      bench.enter().admission().exit(0, Outcome.RETURNED);
    }
  }
}
