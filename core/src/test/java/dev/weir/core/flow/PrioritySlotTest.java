package dev.weir.core.flow;

import static dev.weir.core.flow.FlowBench.MILLI;
import static dev.weir.core.flow.FlowBench.SECOND;
import static dev.weir.core.flow.FlowBench.borrowing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.core.Mode;
import dev.weir.core.Rulebook;
import dev.weir.core.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PrioritySlotTest {

  /** A permit comes free when its bucket has left the window. */
  private static final long BUCKET = SECOND / 64;

  private final FlowBench bench = new FlowBench(borrowing(10, 500 * MILLI));

  /** Whatever a test does to its thread. */
  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  /** The window is full, and its first permit comes free in {@code nanos} or a bucket more. */
  private void fill(long nanos) {
    assertThat(bench.admitted(20)).isEqualTo(10);
    bench.ticker.advance(SECOND - nanos);
  }

  @Test
  void callOfPriorityTakesWhatIsFreeLikeAnyOther() {
    assertThat(bench.enterWith("high").isBlock()).isFalse();
    assertThat(bench.parking.parks()).isEmpty();
    assertThat(bench.admitted(20)).isEqualTo(9);
  }

  @Test
  void callOfPriorityWaitsForTheNextPermitWhereOthersAreRefused() {
    fill(300 * MILLI);
    long now = bench.ticker.nanos();
    assertThat(bench.enter().isBlock()).isTrue();
    assertThat(bench.enterWith("low").isBlock()).isTrue();
    assertThat(bench.enterWith("high").isBlock()).isFalse();
    assertThat(bench.ticker.nanos() - now).isBetween(300 * MILLI, 300 * MILLI + BUCKET);
    assertThat(bench.state()).containsEntry("granted", 1L).containsEntry("waiting", 0L);
  }

  @Test
  void ordinaryCallsCannotTakeWhatIsReserved() {
    bench.enter();
    bench.ticker.advance(500 * MILLI);
    assertThat(bench.admitted(20)).isEqualTo(9);
    bench.ticker.advance(200 * MILLI);
    bench.parking.meanwhile(
        () -> {
          assertThat(bench.state()).containsEntry("waiting", 1L);
          bench.ticker.advance(SECOND / 3); // the first permit is free by now, the others are not
          assertThat(bench.admitted(20)).isZero();
        });
    assertThat(bench.enterWith("high").isBlock()).isFalse();
  }

  @Test
  void eachWaitingCallGetsAPermitOfItsOwn() {
    List<Long> instants = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      bench.enter();
      bench.ticker.advance(60 * MILLI);
    }
    long now = bench.ticker.nanos();
    Runnable next = () -> instants.add(bench.enterWith("high").isBlock() ? -1 : time() - now);
    bench.parking.meanwhile(next);
    bench.parking.meanwhile(() -> assertThat(bench.state()).containsEntry("waiting", 2L));
    next.run();
    // 600 ms have passed since the first of those before, and they came every 60 ms.
    assertThat(instants.get(0)).isBetween(460 * MILLI, 460 * MILLI + BUCKET);
    assertThat(instants.get(1)).isGreaterThanOrEqualTo(instants.get(0));
  }

  private long time() {
    return bench.ticker.nanos();
  }

  @Test
  void callThatWouldWaitLongerThanBorrowIsRefusedAtOnce() {
    fill(700 * MILLI);
    Verdict refused = bench.enterWith("high");
    assertThat(refused.message())
        .isEqualTo(
            "flow.limit 10/s of entry \"a\": 10 calls were granted in the last 1 s, and 0 calls of"
                + " priority wait; no permit comes free within borrow 500ms");
    assertThat(refused.retryAfterNanos()).isBetween(200 * MILLI, 200 * MILLI + BUCKET);
    assertThat(bench.parking.parks()).isEmpty();
    assertThat(bench.state()).containsEntry("waiting", 0L);
  }

  @Test
  void interruptedCallGivesItsReservationBack() {
    fill(300 * MILLI);
    bench.parking.meanwhile(() -> Thread.currentThread().interrupt());
    Verdict refused = bench.enterWith("high");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(refused.message()).endsWith("; it was interrupted");
    assertThat(bench.state()).containsEntry("waiting", 0L);
    bench.ticker.advance(300 * MILLI + BUCKET);
    assertThat(bench.admitted(20)).isEqualTo(10);
  }

  @Test
  void threadThatMustNotWaitIsRefused() {
    fill(300 * MILLI);
    bench.mayPark = false;
    assertThat(bench.enterWith("high").message()).endsWith("; its thread must not wait");
    assertThat(bench.parking.parks()).isEmpty();
    assertThat(bench.state()).containsEntry("waiting", 0L);
  }

  @Test
  void callThatAnotherRuleRefusesAfterTheWaitGivesTheReservationBack() {
    FlowRule other = Rulebook.named("other", Rulebook.perMinute(11));
    FlowBench both = new FlowBench(borrowing(10, 500 * MILLI), other);
    assertThat(both.admitted(20)).isEqualTo(10);
    both.ticker.advance(700 * MILLI);
    both.parking.meanwhile(
        () -> {
          both.ticker.advance(330 * MILLI);
          both.reload(borrowing(10, 500 * MILLI), Rulebook.named("other", Rulebook.perMinute(10)));
        });
    assertThat(both.enterWith("high").rule()).isEqualTo("other");
    assertThat(both.state()).containsEntry("waiting", 0L).containsEntry("granted", 0L);
  }

  @Test
  void limitThatIsLoweredWhileACallWaitsHolds() {
    fill(300 * MILLI);
    bench.parking.meanwhile(
        () -> {
          bench.ticker.advance(300 * MILLI + BUCKET);
          bench.reload(borrowing(0, 500 * MILLI));
        });
    assertThat(bench.enterWith("high").isBlock()).isTrue();
    assertThat(bench.state()).containsEntry("waiting", 0L);
  }

  @Test
  void observedRuleHasNobodyWait() {
    FlowRule rule = borrowing(10, 500 * MILLI);
    FlowBench observed =
        new FlowBench(
            new FlowRule(null, Mode.OBSERVE, rule.limit(), null, null, rule.priority(), null));
    assertThat(observed.admitted(10)).isEqualTo(10);
    observed.ticker.advance(700 * MILLI);
    assertThat(observed.enterWith("high").isBlock()).isFalse();
    assertThat(observed.wouldBlock()).isEqualTo(1);
    assertThat(observed.parking.parks()).isEmpty();
  }

  @Test
  void callsThatAreSpacedHaveNoPriority() {
    Pacing pacing = new Pacing(1, SECOND, Integer.MAX_VALUE);
    FlowRule rule = borrowing(10, SECOND);
    assertThatThrownBy(
            () -> new FlowRule(null, null, rule.limit(), pacing, null, rule.priority(), null))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
