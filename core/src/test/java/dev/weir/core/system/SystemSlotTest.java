package dev.weir.core.system;

import static dev.weir.core.system.SimulatedJvm.MILLI;
import static dev.weir.core.system.SimulatedJvm.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.BlockReason;
import dev.weir.core.EngineEvent;
import dev.weir.core.FakeTicker;
import dev.weir.core.Outcome;
import dev.weir.core.Verdict;
import dev.weir.core.Waiting;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.OnBlock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Call by call, on a clock and a system that the test moves. */
class SystemSlotTest {

  private static final double NONE = Double.NaN;

  private final FakeTicker ticker = new FakeTicker(-5);
  private final Machine machine = new Machine();
  private final List<EngineEvent> events = new ArrayList<>();

  /** What the slot is told of the system. */
  private static final class Machine implements SystemProbe {
    private long cpuNanos = 7 * SECOND;
    private double allowed = 0.5;
    private double load = NONE;
    private boolean broken;
    private int readings;

    private void check() throws IOException {
      readings++;
      if (broken) {
        throw new IOException("no such luck");
      }
    }

    @Override
    public long cpuNanos() throws IOException {
      check();
      return cpuNanos;
    }

    @Override
    public double allowedCpus() throws IOException {
      check();
      return allowed;
    }

    @Override
    public double loadAverage() throws IOException {
      check();
      return load;
    }
  }

  private SystemSlot slot(SystemRule rule, @Nullable Slot before) {
    Entry entry = Entry.system(List.of(rule), OnBlock.DEFAULT);
    SlotContext context =
        new SlotContext(entry, null, ticker, ticker.nanos(), events::add, Waiting.ALLOWED);
    return (SystemSlot) new SystemSlotType(machine).slot(rule, context, before);
  }

  private SystemSlot slot(SystemRule rule) {
    return slot(rule, null);
  }

  /** So many calls of 1 ms in a second in which the process uses so many CPUs. */
  private int refusedIn(SystemSlot slot, int seconds, int calls, double usedCpus) {
    int refused = 0;
    for (int i = 0; i < seconds * calls; i++) {
      ticker.advance(SECOND / calls - MILLI);
      machine.cpuNanos += (long) (usedCpus * SECOND / calls);
      if (slot.take(ticker.nanos()) == Slot.REFUSED) {
        refused++;
        ticker.advance(MILLI);
      } else {
        long start = ticker.nanos();
        ticker.advance(MILLI);
        slot.exit(0, start, ticker.nanos(), Outcome.RETURNED);
      }
    }
    return refused;
  }

  @Test
  void refusalSaysLimitUseAndShare() {
    SystemSlot slot = slot(new SystemRule(0.85, NONE, 0));
    assertThat(refusedIn(slot, 4, 100, 0.49)).isPositive();
    Verdict refusal = slot.refusal(ticker.nanos());
    assertThat(refusal.reason()).isEqualTo(BlockReason.SYSTEM);
    assertThat(refusal.rule()).isEqualTo("cpu");
    assertThat(refusal.message())
        .matches(
            "system\\.cpu 85%: the process uses 98 % of 0\\.5 CPUs; [0-9]+ % of inbound calls are"
                + " refused");
    assertThat(refusal.retryAfterNanos()).isEqualTo(-1);
  }

  @Test
  void nothingIsRefusedBelowTheTarget() {
    assertThat(refusedIn(slot(new SystemRule(0.85, NONE, 0)), 60, 100, 0.42)).isZero();
  }

  @Test
  void firstSampleOfAnIdleJvmRefusesNone() {
    SystemSlot slot = slot(new SystemRule(0.85, NONE, 0));
    machine.cpuNanos += 3_600 * SECOND;
    assertThat(slot.take(ticker.nanos())).isZero();
    ticker.advance(3_600 * SECOND);
    machine.cpuNanos += 3_600 * SECOND;
    assertThat(slot.take(ticker.nanos())).isZero();
    assertThat(slot.take(ticker.nanos() + 1)).isZero();
    assertThat(slot.overload().latest().share()).isZero();
  }

  @Test
  void sampleGrowsOld() {
    SystemSlot slot = slot(new SystemRule(0.85, NONE, 0));
    refusedIn(slot, 10, 100, 2);
    assertThat(slot.overload().latest().share()).isGreaterThan(0.5);
    ticker.advance(60 * SECOND);
    assertThat(slot.state(ticker.nanos())).containsEntry("refused-share", 0.0);
    assertThat(refusedIn(slot, 1, 100, 0.1)).isZero();
  }

  @Test
  void failingReadingsRefuseNoCallAreCountedAndToldOnce() {
    machine.broken = true;
    SystemSlot slot = slot(new SystemRule(0.1, 0.1, 0));
    assertThat(refusedIn(slot, 20, 100, 2)).isZero();
    assertThat(slot.overload().failedReadings()).isGreaterThan(100);
    assertThat(events).extracting(EngineEvent::type).containsOnly(EngineEvent.Type.PROBE_FAILED);
    assertThat(events)
        .extracting(EngineEvent::text)
        .containsExactly(
            "cpu refuses no call: the CPU time cannot be read: java.io.IOException: no such luck",
            "cpu reckons with "
                + Runtime.getRuntime().availableProcessors()
                + " CPUs: the quota cannot be read: java.io.IOException: no such luck",
            "load refuses no call: the load average cannot be read: java.io.IOException: no such"
                + " luck");
  }

  @Test
  void readingThatFailsWhileCallsAreRefusedLetsThemIn() {
    SystemSlot slot = slot(new SystemRule(0.85, NONE, 0));
    assertThat(refusedIn(slot, 10, 100, 2)).isPositive();
    machine.broken = true;
    refusedIn(slot, 12, 100, 2);
    assertThat(refusedIn(slot, 1, 100, 2)).isZero();
  }

  @Test
  void systemWithoutLoadAverageIsToldOnce() {
    SystemSlot slot = slot(new SystemRule(NONE, 4, 0));
    assertThat(refusedIn(slot, 20, 100, 2)).isZero();
    assertThat(events)
        .extracting(EngineEvent::text)
        .containsExactly("load has no effect: this system has no load average");
  }

  @Test
  void systemIsAskedFiveTimesASecondAtMost() {
    SystemSlot slot = slot(new SystemRule(0.85, NONE, 0));
    refusedIn(slot, 10, 500, 0.1);
    assertThat(machine.readings).isBetween(45, 53); // the quota a few times, too
  }

  @Test
  void quotaMayChange() {
    SystemSlot slot = slot(new SystemRule(0.85, NONE, 0));
    assertThat(refusedIn(slot, 5, 100, 0.4)).isZero();
    machine.allowed = 0.25;
    refusedIn(slot, 11, 100, 0.4);
    assertThat(refusedIn(slot, 5, 100, 0.4)).isPositive();
    assertThat(slot.state(ticker.nanos())).containsEntry("allowed-cpus", 0.25);
  }

  @Test
  void eachEpisodeIsToldOnceWhenItBeginsAndOnceWhenItEnds() {
    SystemSlot slot = slot(new SystemRule(0.85, NONE, 0));
    for (int i = 0; i < 3; i++) {
      refusedIn(slot, 20, 100, 2);
      refusedIn(slot, 30, 100, 0.1);
    }
    assertThat(events)
        .extracting(EngineEvent::type)
        .containsExactly(
            EngineEvent.Type.SHEDDING_BEGUN,
            EngineEvent.Type.SHEDDING_ENDED,
            EngineEvent.Type.SHEDDING_BEGUN,
            EngineEvent.Type.SHEDDING_ENDED,
            EngineEvent.Type.SHEDDING_BEGUN,
            EngineEvent.Type.SHEDDING_ENDED);
    assertThat(events.get(0).text()).startsWith("refuses inbound calls: system.cpu 85%: ");
    assertThat(events.get(1).text())
        .matches("refuses no inbound calls any more; it refused [0-9]+ within [0-9.]+s");
  }

  @Test
  void callRefusedElsewhereIsNotInside() {
    SystemSlot slot = slot(new SystemRule(0.85, NONE, 0));
    long permit = slot.take(ticker.nanos());
    assertThat(slot.overload().inside()).isEqualTo(1);
    slot.undo(permit, ticker.nanos());
    assertThat(slot.overload().inside()).isZero();
  }

  /** 10 calls of 100 ms a second at best: one is inside; with 0.5 CPUs as well. */
  @Test
  void highLoadRefusesWhatTheJvmHasNotDoneWell() {
    SystemSlot slot = slot(new SystemRule(NONE, 4, 0));
    machine.load = 3.9;
    for (int i = 0; i < 50; i++) {
      long start = ticker.nanos();
      assertThat(slot.take(start)).isZero();
      ticker.advance(100 * MILLI);
      slot.exit(0, start, ticker.nanos(), Outcome.RETURNED);
    }
    assertThat(slot.take(ticker.nanos())).as("many, at a load below").isZero();
    assertThat(slot.take(ticker.nanos())).isZero();
    machine.load = 4.1;
    ticker.advance(200 * MILLI);
    assertThat(slot.take(ticker.nanos())).isEqualTo(Slot.REFUSED);
    Verdict refusal = slot.refusal(ticker.nanos());
    assertThat(refusal.rule()).isEqualTo("load");
    assertThat(refusal.message())
        .isEqualTo(
            "system.load 4: the load is 4.1, and 2 calls are inside, where 1 is the most that the"
                + " last 10 s did well");
    slot.exit(0, ticker.nanos(), ticker.nanos(), Outcome.RETURNED);
    slot.exit(0, ticker.nanos(), ticker.nanos(), Outcome.RETURNED);
    assertThat(slot.take(ticker.nanos())).as("nobody is inside").isZero();
  }

  @Test
  void highLoadOfOthersRefusesNoneOfAFewCalls() {
    SystemSlot slot = slot(new SystemRule(NONE, 4, 0));
    machine.load = 100;
    assertThat(refusedIn(slot, 60, 20, 0.1)).isZero();
  }

  /** A peak of a minute ago says nothing: ten seconds later its throughput is forgotten. */
  @Test
  void bestIsThatOfTheLastTenSeconds() {
    InboundWindow window = new InboundWindow();
    BestThroughput best = new BestThroughput();
    window.add(0, -1, 0, 0, 0);
    window.add(SECOND, -1, 100, 100, 100 * 20 * MILLI);
    best.add(SECOND, window);
    assertThat(best.calls(SECOND)).isEqualTo(2);
    window.add(2 * SECOND, -1, 110, 110, 100 * 20 * MILLI + 10 * 10 * MILLI);
    best.add(2 * SECOND, window);
    assertThat(best.calls(2 * SECOND)).as("most by least").isEqualTo(1);
    assertThat(best.calls(11_500 * MILLI)).as("the second alone").isEqualTo(0.1);
    assertThat(best.calls(13 * SECOND)).isNaN();
  }

  @Test
  void latencyAboveItsTargetRefusesAndSaysSo() {
    SystemSlot slot = slot(new SystemRule(NONE, NONE, 50 * MILLI));
    int refused = 0;
    for (int i = 0; i < 100; i++) {
      long start = ticker.nanos();
      ticker.advance(100 * MILLI);
      if (slot.take(start) == Slot.REFUSED) {
        refused++;
      } else {
        slot.exit(0, start, ticker.nanos(), Outcome.RETURNED);
      }
    }
    assertThat(refused).isBetween(10, 90);
    assertThat(slot.refusal(ticker.nanos()).message())
        .matches(
            "system\\.inbound-latency 50ms: inbound calls take 100ms on average; [0-9]+ % of"
                + " inbound calls are refused");
  }

  @Test
  void reloadGoesOnWithTheShareOfWhatIsLimitedAsBefore() {
    SystemSlot slot = slot(new SystemRule(0.85, NONE, 0));
    refusedIn(slot, 10, 100, 2);
    double share = slot.overload().latest().share();
    SystemSlot other = slot(new SystemRule(0.8, 4, 0), slot);
    refusedIn(other, 1, 10, 2);
    assertThat(other.overload().latest().share()).isGreaterThan(share - 0.01);
    SystemSlot without = slot(new SystemRule(NONE, 4, 0), other);
    refusedIn(without, 1, 10, 2);
    assertThat(without.overload().latest().share()).isZero();
  }

  @Test
  void stateShowsWhatIsMeasured() {
    machine.load = 1.5;
    SystemSlot slot = slot(new SystemRule(0.85, 4, 800 * MILLI));
    refusedIn(slot, 5, 100, 0.25);
    assertThat(slot.state(ticker.nanos()))
        .containsEntry("refused-share", 0.0)
        .containsEntry("refused", 0L)
        .containsEntry("inside", 0L)
        .containsEntry("used-cpus", 0.25)
        .containsEntry("allowed-cpus", 0.5)
        .containsEntry("load", 1.5)
        .containsEntry("latency-nanos", MILLI)
        .containsEntry("failed-readings", 0L);
  }
}
