package dev.weir.core.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.core.EngineListener;
import dev.weir.core.FakeTicker;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Waiting;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AdaptiveSlotTest {

  private static final long MILLI = 1_000_000;

  private final FakeTicker ticker = new FakeTicker(-5);
  private final Deque<Long> permits = new ArrayDeque<>();
  private ConcurrencySlot slot = reload(null, new Limit.Adaptive(8, 100));

  private ConcurrencySlot reload(@Nullable ConcurrencySlot before, Limit limit) {
    SlotContext context =
        new SlotContext(
            Rulebook.entry("x", "method:a.B#c"),
            null,
            ticker,
            -5,
            EngineListener.NONE,
            Waiting.NEVER);
    ConcurrencyRule rule =
        new ConcurrencyRule(null, null, limit, 0, Integer.MAX_VALUE, 60_000 * MILLI, null);
    return (ConcurrencySlot)
        Objects.requireNonNull(new ConcurrencySlotType().slot(rule, context, before));
  }

  private void reload(Limit limit) {
    slot = reload(slot, limit);
  }

  /** As many calls as there is room for, or fewer, each of which takes so long. */
  private void round(int atMost, long nanos, Outcome outcome) {
    while (permits.size() < atMost) {
      long permit = slot.take(ticker.nanos());
      if (permit == Slot.REFUSED) {
        break;
      }
      permits.add(permit);
    }
    ticker.advance(nanos);
    while (!permits.isEmpty()) {
      slot.exit(permits.remove(), ticker.nanos() - nanos, ticker.nanos(), outcome);
    }
  }

  private int limitAfter(int rounds, int atMost, long millis, Outcome outcome) {
    for (int i = 0; i < rounds; i++) {
      round(atMost, millis * MILLI, outcome);
    }
    return slot.snapshot().max();
  }

  private int limitAfter(int rounds, int atMost, long millis) {
    return limitAfter(rounds, atMost, millis, Outcome.RETURNED);
  }

  @Test
  void beginsAtMinAndDoublesWhileThereIsNoQueue() {
    assertThat(slot.snapshot().max()).isEqualTo(8);
    assertThat(limitAfter(10, 1000, 10)).isEqualTo(16);
    assertThat(limitAfter(100, 1000, 10)).as("it never passes max").isEqualTo(100);
  }

  @Test
  void limitThatIsNotUsedDoesNotGrow() {
    assertThat(limitAfter(1_000, 6, 10)).isEqualTo(8);
    assertThat(limitAfter(100, 7, 10)).as("seven eighths are in use").isGreaterThan(8);
  }

  @Test
  void oneSlowCallInFiftyDoesNotMoveIt() {
    limitAfter(100, 1000, 10);
    for (int window = 0; window < 4; window++) {
      long slow = slot.take(ticker.nanos());
      long start = ticker.nanos();
      for (int i = 0; i < 12; i++) {
        round(99, 10 * MILLI, Outcome.RETURNED);
      }
      slot.exit(slow, start - 3_600_000 * MILLI, ticker.nanos(), Outcome.RETURNED);
    }
    assertThat(slot.snapshot().max()).isEqualTo(100);
  }

  @Test
  void latencyThatRisesBringsItDownStepByStep() {
    limitAfter(100, 1000, 10);
    int before = slot.snapshot().max();
    int lowest = before;
    for (int i = 0; i < 6; i++) {
      int now = limitAfter(1, 1000, 100);
      assertThat(now).isGreaterThanOrEqualTo(lowest / 2);
      lowest = Math.min(lowest, now);
    }
    assertThat(lowest).isBetween(8, 75);
  }

  @Test
  void serviceThatIsSlowerForGoodIsLearntAndTheLimitDoesNotStayAtMin() {
    limitAfter(100, 1000, 10);
    limitAfter(300, 1000, 80);
    assertThat(slot.snapshot().max()).as("no queue: each call just takes longer").isEqualTo(100);
    assertThat(slot.state(ticker.nanos())).containsEntry("no-load-latency", "80ms");
  }

  @Test
  void oneQuickWindowDoesNotStickAsTheLatencyWithoutLoad() {
    limitAfter(11, 1000, 1);
    limitAfter(400, 1000, 10);
    assertThat(slot.snapshot().max()).isEqualTo(100);
  }

  @Test
  void overloadsThatTheCalleeReportsBringItDownHoweverQuickTheyAre() {
    limitAfter(100, 1000, 10);
    int before = slot.snapshot().max();
    int after = limitAfter(110, 1000, 1, Outcome.status(503));
    assertThat(after).isEqualTo((int) (0.9 * before));
    assertThat(limitAfter(10_000, 1000, 1, Outcome.status(503))).isEqualTo(8);
  }

  @Test
  void otherFailuresAndCallsWithoutJudgementSayNothing() {
    limitAfter(100, 1000, 10);
    int before = slot.snapshot().max();
    Outcome failed = Outcome.threw(new IllegalStateException(), null);
    assertThat(limitAfter(500, 1000, 1, failed)).isEqualTo(before);
    assertThat(limitAfter(500, 1000, 900, Outcome.GIVEN_UP)).isEqualTo(before);
    assertThat(slot.state(ticker.nanos())).containsEntry("no-load-latency", "10ms");
  }

  @Test
  void stateAndRefusalsTellTheLimitAndItsBounds() {
    limitAfter(10, 1000, 10);
    while (slot.take(ticker.nanos()) != Slot.REFUSED) {
      permits.add(0L);
    }
    assertThat(slot.refusal(ticker.nanos()).message())
        .isEqualTo("concurrency.adaptive limit 16 (8 to 100) of entry \"x\": 16 calls are inside");
    assertThat(slot.state(ticker.nanos()))
        .containsExactly(
            Map.entry("limit", 16L),
            Map.entry("min", 8L),
            Map.entry("max", 100L),
            Map.entry("no-load-latency", "10ms"),
            Map.entry("inside", 16L),
            Map.entry("waiting", 0L),
            Map.entry("asynchronous", 0L),
            Map.entry("holds-expired", 0L));
  }

  @Test
  void latencyIsUnknownBeforeTheFirstWindow() {
    assertThat(slot.state(ticker.nanos())).containsEntry("no-load-latency", "unknown");
  }

  @Test
  void editedBoundsClampWhatWasLearnt() {
    limitAfter(10, 1000, 10);
    reload(new Limit.Adaptive(8, 200));
    assertThat(slot.snapshot().max()).isEqualTo(16);
    reload(new Limit.Adaptive(20, 200));
    assertThat(slot.snapshot().max()).isEqualTo(20);
    reload(new Limit.Adaptive(1, 12));
    assertThat(slot.snapshot().max()).isEqualTo(12);
    assertThat(slot.state(ticker.nanos())).containsEntry("no-load-latency", "10ms");
  }

  @Test
  void fixedLimitBecomesAdaptiveAndBackWithWhoIsInside() {
    assertThat(slot.take(ticker.nanos())).isZero();
    reload(new Limit.Fixed(40));
    assertThat(slot.snapshot().max()).isEqualTo(40);
    assertThat(slot.state(ticker.nanos())).containsEntry("max", 40L).doesNotContainKey("limit");
    assertThat(slot.snapshot().inside()).isEqualTo(1);
    reload(new Limit.Adaptive(8, 100));
    assertThat(slot.snapshot().max()).as("it begins where the fixed one was").isEqualTo(40);
    assertThat(slot.snapshot().inside()).isEqualTo(1);
    slot.exit(0, 0, ticker.nanos(), Outcome.RETURNED);
    assertThat(slot.snapshot().inside()).isZero();
  }

  @Test
  void callOfTheRuleBeforeTeachesTheOneInForce() {
    ConcurrencySlot before = slot;
    reload(new Limit.Adaptive(1, 3));
    for (int i = 0; i < 2_000; i++) {
      long permit = before.take(ticker.nanos());
      ticker.advance(MILLI);
      before.exit(permit, ticker.nanos() - MILLI, ticker.nanos(), Outcome.RETURNED);
      assertThat(slot.snapshot().max()).isLessThanOrEqualTo(3);
    }
  }

  @Test
  void boundsThatAreNoneAreRefused() {
    assertThatThrownBy(() -> new Limit.Adaptive(0, 5)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Limit.Adaptive(6, 5)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Limit.Fixed(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
