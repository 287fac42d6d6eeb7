package dev.weir.core.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.core.BlockReason;
import dev.weir.core.EngineEvent;
import dev.weir.core.FakeTicker;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.ScriptedParking;
import dev.weir.core.Verdict;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConcurrencySlotTest {

  private static final long MILLI = 1_000_000;
  private static final long MINUTE = 60_000 * MILLI;
  private static final long HOLD = 64 * MINUTE;

  private final FakeTicker ticker = new FakeTicker(-5);
  private final ScriptedParking parking = new ScriptedParking(ticker);
  private final List<EngineEvent> events = new ArrayList<>();
  private boolean mayPark = true;

  /** Whatever a test does to its thread. */
  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  private static ConcurrencyRule max(int max) {
    return new ConcurrencyRule(null, null, max, 0, Integer.MAX_VALUE, HOLD, null);
  }

  private static ConcurrencyRule waiting(int max, long maxWaitNanos, int maxWaiting) {
    return new ConcurrencyRule(null, null, max, maxWaitNanos, maxWaiting, HOLD, null);
  }

  private ConcurrencySlot slot(ConcurrencyRule rule) {
    return new ConcurrencySlot(
        rule, context(), new ConcurrencyLimiter(ticker, parking, rule.limit()));
  }

  private SlotContext context() {
    return new SlotContext(
        Rulebook.entry("x", "method:a.B#c"), null, ticker, -5, events::add, () -> mayPark);
  }

  private ConcurrencySlot reload(ConcurrencySlot before, ConcurrencyRule rule) {
    return (ConcurrencySlot)
        Objects.requireNonNull(new ConcurrencySlotType().slot(rule, context(), before));
  }

  private long take(ConcurrencySlot slot) {
    return slot.take(ticker.nanos());
  }

  private boolean isFull(ConcurrencySlot slot) {
    return slot.isFull(ticker.nanos());
  }

  private void leave(ConcurrencySlot slot, long permit) {
    slot.exit(permit, 0, ticker.nanos(), Outcome.RETURNED);
  }

  private static void assertNumbers(ConcurrencySlot slot, int inside, int waiting) {
    assertThat(slot.snapshot().inside()).as("inside").isEqualTo(inside);
    assertThat(slot.snapshot().waiting()).as("waiting").isEqualTo(waiting);
  }

  @Test
  void admitsAsManyAsMaxAndRefusesTheNext() {
    ConcurrencySlot slot = slot(max(2));
    assertThat(take(slot)).isZero();
    assertThat(isFull(slot)).isFalse();
    assertThat(take(slot)).isZero();
    assertThat(isFull(slot)).isTrue();
    assertThat(take(slot)).isEqualTo(Slot.REFUSED);
    assertNumbers(slot, 2, 0);
  }

  @Test
  void undoGivesThePermitBack() {
    ConcurrencySlot slot = slot(max(1));
    slot.undo(take(slot), ticker.nanos());
    assertNumbers(slot, 0, 0);
    assertThat(take(slot)).isZero();
  }

  static List<Outcome> outcomes() {
    return List.of(
        Outcome.RETURNED,
        Outcome.GIVEN_UP,
        Outcome.status(503),
        Outcome.threw(new Error("died"), null));
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void everyOutcomeGivesThePermitBack(Outcome outcome) {
    ConcurrencySlot slot = slot(max(1));
    slot.exit(take(slot), 0, 1, outcome);
    assertNumbers(slot, 0, 0);
    assertThat(isFull(slot)).isFalse();
  }

  @Test
  void maxOfZeroRefusesAllAndLetsNobodyWait() {
    ConcurrencySlot slot = slot(waiting(0, 5 * MILLI, 10));
    assertThat(isFull(slot)).isTrue();
    assertThat(take(slot)).isEqualTo(Slot.REFUSED);
    assertThat(parking.parks()).isEmpty();
    assertThat(slot.refusal(ticker.nanos()).message())
        .isEqualTo("concurrency.max 0 of entry \"x\": no call is admitted");
  }

  @Test
  void waitsForThePermitOfACallThatLeavesAndSaysThatItWaited() {
    ConcurrencySlot slot = slot(waiting(1, 5 * MILLI, 10));
    long first = take(slot);
    parking.meanwhile(
        () -> {
          assertNumbers(slot, 1, 1);
          leave(slot, first);
          assertNumbers(slot, 1, 0);
        });
    assertThat(take(slot)).isEqualTo(1);
    assertThat(parking.wakeUps()).isEqualTo(1);
    leave(slot, 1);
    assertNumbers(slot, 0, 0);
  }

  @Test
  void waitEndsMaxWaitAfterArrivalWhateverWasWaitedForBefore() {
    ConcurrencySlot slot = slot(waiting(1, 5 * MILLI, 10));
    take(slot);
    long arrival = ticker.nanos();
    ticker.advance(2 * MILLI);
    assertThat(slot.take(arrival)).isEqualTo(Slot.REFUSED);
    assertThat(parking.parks()).containsExactly(3 * MILLI);
    assertThat(ticker.nanos() - arrival).isEqualTo(5 * MILLI);
    assertNumbers(slot, 1, 0);
  }

  @Test
  void callThatWaitedThroughAReloadIsRefusedByTheLimitInForce() {
    ConcurrencySlot slot = slot(waiting(3, 5 * MILLI, 10));
    take(slot);
    take(slot);
    take(slot);
    parking.meanwhile(() -> reload(slot, waiting(2, 5 * MILLI, 10)));
    long arrival = ticker.nanos();
    assertThat(slot.take(arrival)).isEqualTo(Slot.REFUSED);
    assertThat(slot.refusal(arrival).message())
        .isEqualTo("concurrency.max 2 of entry \"x\": 3 calls are inside; it waited 5ms");
  }

  @Test
  void callWhoseTimeIsOverIsNotParked() {
    ConcurrencySlot slot = slot(waiting(1, 5 * MILLI, 10));
    take(slot);
    assertThat(slot.take(ticker.nanos() - 5 * MILLI)).isEqualTo(Slot.REFUSED);
    assertThat(parking.parks()).isEmpty();
    assertNumbers(slot, 1, 0);
  }

  @Test
  void spuriousWakeUpsAreHarmless() {
    ConcurrencySlot slot = slot(waiting(1, 5 * MILLI, 10));
    take(slot);
    for (int i = 0; i < 3; i++) {
      parking.meanwhile(() -> ticker.advance(MILLI));
    }
    assertThat(take(slot)).isEqualTo(Slot.REFUSED);
    assertThat(parking.parks()).containsExactly(5 * MILLI, 4 * MILLI, 3 * MILLI, 2 * MILLI);
  }

  @Test
  void beyondMaxWaitingACallIsRefusedAtOnce() {
    ConcurrencySlot slot = slot(waiting(1, 5 * MILLI, 2));
    take(slot);
    List<String> seen = new ArrayList<>();
    parking.meanwhile(() -> seen.add("second " + take(slot)));
    parking.meanwhile(
        () -> {
          assertThat(isFull(slot)).isTrue();
          seen.add("third " + take(slot));
          seen.add(slot.refusal(ticker.nanos()).message());
        });
    seen.add("first " + take(slot));
    assertThat(seen)
        .containsExactly(
            "third -1",
            "concurrency.max 1 of entry \"x\": 1 call is inside, 2 wait",
            "second -1",
            "first -1");
    assertNumbers(slot, 1, 0);
  }

  @Test
  void newcomerDoesNotOvertakeAWaiter() {
    ConcurrencySlot slot = slot(waiting(1, 5 * MILLI, 1));
    long inside = take(slot);
    parking.meanwhile(
        () -> {
          leave(slot, inside);
          // The waiter has not woken up yet, but the permit is its.
          mayPark = false;
          assertThat(take(slot)).isEqualTo(Slot.REFUSED);
          mayPark = true;
        });
    assertThat(take(slot)).isEqualTo(1);
  }

  @Test
  void callThatMayNotWaitDoesNotOvertakeThoseThatMay() {
    ConcurrencySlot before = slot(waiting(2, 5 * MILLI, 9));
    take(before);
    take(before);
    ConcurrencySlot after = reload(before, max(2));
    parking.meanwhile(
        () -> {
          assertThat(isFull(after)).isTrue();
          assertThat(take(after)).isEqualTo(Slot.REFUSED);
        });
    assertThat(take(before)).isEqualTo(Slot.REFUSED);
  }

  @Test
  void firstComeFirstServed() {
    Permits permits = new Permits(3, parking);
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      permits.take();
    }
    for (int i = 0; i < 5; i++) {
      Place place = Place.ofCall(Thread.currentThread());
      permits.enter(place, 9);
      places.add(place);
    }
    for (int i = 0; i < 5; i++) {
      permits.release();
      assertThat(places.stream().filter(Place::isGranted))
          .containsExactlyElementsOf(places.subList(0, i + 1));
    }
  }

  @Test
  void interruptWhileQueueingEndsTheWaitKeepsTheFlagReturnsThePlaceAndRefusesTheCall() {
    ConcurrencySlot slot = slot(waiting(1, 5 * MILLI, 10));
    long inside = take(slot);
    long arrival = ticker.nanos();
    parking.meanwhile(
        () -> {
          ticker.advance(MILLI);
          Thread.currentThread().interrupt();
        });
    assertThat(slot.take(arrival)).isEqualTo(Slot.REFUSED);
    assertThat(slot.refusal(arrival).message())
        .isEqualTo(
            "concurrency.max 1 of entry \"x\": 1 call is inside; it was interrupted after 1ms");
    assertThat(Thread.interrupted()).isTrue();
    assertNumbers(slot, 1, 0);
    leave(slot, inside);
    assertNumbers(slot, 0, 0);
  }

  @Test
  void interruptInTheMomentOfTheGrantReturnsThePermitToTheNextInLine() {
    ConcurrencySlot slot = slot(waiting(1, 5 * MILLI, 10));
    long inside = take(slot);
    parking.meanwhile(
        () -> {
          leave(slot, inside);
          Thread.currentThread().interrupt();
        });
    assertThat(take(slot)).isEqualTo(Slot.REFUSED);
    assertThat(Thread.interrupted()).isTrue();
    assertNumbers(slot, 0, 0);
    assertThat(take(slot)).isZero();
  }

  @Test
  void interruptedCallTakesAFreePermitButDoesNotWait() {
    ConcurrencySlot slot = slot(waiting(1, 5 * MILLI, 10));
    Thread.currentThread().interrupt();
    assertThat(take(slot)).isZero();
    assertThat(isFull(slot)).isTrue();
    assertThat(take(slot)).isEqualTo(Slot.REFUSED);
    assertThat(parking.parks()).isEmpty();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void threadThatDiesWhileParkedLeavesThePlace() {
    ConcurrencySlot slot = slot(waiting(1, 5 * MILLI, 10));
    take(slot);
    parking.meanwhile(
        () -> {
          throw new Error("killed");
        });
    assertThatThrownBy(() -> take(slot)).hasMessage("killed");
    assertNumbers(slot, 1, 0);
  }

  @Test
  void threadThatDiesInTheMomentOfTheGrantGivesThePermitBack() {
    ConcurrencySlot slot = slot(waiting(1, 5 * MILLI, 10));
    long inside = take(slot);
    parking.meanwhile(
        () -> {
          leave(slot, inside);
          throw new Error("killed");
        });
    assertThatThrownBy(() -> take(slot)).hasMessage("killed");
    assertNumbers(slot, 0, 0);
  }

  @Test
  void permitThatComesWithTheTimeoutIsUsed() {
    ConcurrencySlot slot = slot(waiting(1, 5 * MILLI, 10));
    long inside = take(slot);
    parking.meanwhile(
        () -> {
          leave(slot, inside);
          ticker.advance(6 * MILLI);
        });
    assertThat(take(slot)).isEqualTo(1);
  }

  @Test
  void threadThatMayNotBeParkedIsRefusedAtOnce() {
    ConcurrencySlot slot = slot(waiting(1, 5 * MILLI, 10));
    mayPark = false;
    take(slot);
    assertThat(isFull(slot)).isTrue();
    assertThat(take(slot)).isEqualTo(Slot.REFUSED);
    assertThat(parking.parks()).isEmpty();
  }

  @Test
  void isNotFullWhereACallMayWait() {
    ConcurrencySlot slot = slot(waiting(1, 5 * MILLI, 1));
    take(slot);
    assertThat(isFull(slot)).isFalse();
    assertThat(parking.parks()).isEmpty();
    assertNumbers(slot, 1, 0);
  }

  @Test
  void loweredMaxAdmitsNobodyBeforeFewerAreInside() {
    ConcurrencySlot before = slot(max(4));
    for (int i = 0; i < 4; i++) {
      take(before);
    }
    ConcurrencySlot after = reload(before, max(2));
    assertThat(after.snapshot()).isEqualTo(new ConcurrencySnapshot(2, 4, 0, 0, 0));
    assertThat(after.refusal(0).message())
        .isEqualTo("concurrency.max 2 of entry \"x\": 4 calls are inside");
    for (int inside = 3; inside >= 2; inside--) {
      leave(before, 0);
      assertThat(take(after)).as("with %s inside", inside).isEqualTo(Slot.REFUSED);
      assertThat(isFull(after)).isTrue();
    }
    leave(before, 0);
    assertThat(take(after)).isZero();
    assertThat(take(after)).isEqualTo(Slot.REFUSED);
  }

  @Test
  void callsThatWaitAreNotServedByALoweredMaxThatIsStillExceeded() {
    ConcurrencySlot before = slot(waiting(2, 5 * MILLI, 9));
    take(before);
    take(before);
    parking.meanwhile(
        () -> {
          ConcurrencySlot after = reload(before, waiting(1, 5 * MILLI, 9));
          leave(after, 0);
          assertNumbers(after, 1, 1);
        });
    parking.meanwhile(
        () -> {
          leave(before, 0);
          assertNumbers(before, 1, 0);
        });
    assertThat(take(before)).isEqualTo(1);
  }

  @Test
  void raisedMaxServesThoseWhoWaitInOrder() {
    Permits permits = new Permits(1, parking);
    permits.take();
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      places.add(Place.ofCall(Thread.currentThread()));
      permits.enter(places.get(i), 9);
    }
    permits.change(4);
    assertThat(places.stream().filter(Place::isGranted))
        .containsExactlyElementsOf(places.subList(0, 3));
    assertThat(permits.waiting()).isEqualTo(2);
    assertThat(permits.inside()).isEqualTo(4);
    permits.change(9);
    assertThat(places).allMatch(Place::isGranted);
    assertThat(permits.inside()).isEqualTo(6);
    assertThat(permits.take()).isTrue();
  }

  @Test
  void limitThatIsTakenAwayLetsAllIn() {
    ConcurrencySlot before = slot(waiting(1, 5 * MILLI, 9));
    take(before);
    parking.meanwhile(
        () ->
            assertThat(
                    new ConcurrencySlotType()
                        .slot(max(ConcurrencyRule.UNLIMITED), context(), before))
                .isNull());
    assertThat(take(before)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void detachedCallStaysInsideUntilItsEnd(long permit) {
    ConcurrencySlot slot = slot(max(1));
    take(slot);
    long hold = slot.detach(permit, ticker.nanos());
    assertThat(hold).isGreaterThanOrEqualTo(2);
    assertThat(slot.snapshot()).isEqualTo(new ConcurrencySnapshot(1, 1, 0, 1, 0));
    leave(slot, hold);
    assertThat(slot.snapshot()).isEqualTo(new ConcurrencySnapshot(1, 0, 0, 0, 0));
  }

  @Test
  void callThatIsDetachedTwiceIsOneHold() {
    ConcurrencySlot slot = slot(max(1));
    long hold = slot.detach(take(slot), 0);
    assertThat(slot.detach(hold, 0)).isEqualTo(hold);
    assertThat(slot.snapshot().held()).isEqualTo(1);
  }

  @Test
  void holdThatExpiresIsFreedReportedAndItsLateEndReleasesNothing() {
    ConcurrencySlot slot = slot(max(1));
    long hold = slot.detach(take(slot), ticker.nanos());
    ticker.advance(HOLD - 1);
    assertThat(isFull(slot)).isTrue();
    ticker.advance(MINUTE + 1);
    assertThat(isFull(slot)).isFalse();
    assertThat(take(slot)).isZero();
    assertThat(events)
        .containsExactly(
            new EngineEvent(
                EngineEvent.Type.HOLD_EXPIRED,
                "x",
                "concurrency",
                null,
                "has an asynchronous call that has not ended for 1.08h"
                    + " (max-hold 64m); its permit is free again",
                ticker.nanos()));
    leave(slot, hold);
    assertThat(slot.snapshot()).isEqualTo(new ConcurrencySnapshot(1, 1, 0, 0, 1));
  }

  @Test
  void takeFreesAnExpiredHoldByItself() {
    ConcurrencySlot slot = slot(max(1));
    slot.detach(take(slot), ticker.nanos());
    ticker.advance(HOLD);
    assertThat(take(slot)).isZero();
  }

  @Test
  void holdsAreLookedAtOnlyEvery64thOfMaxHold() {
    ConcurrencySlot slot = slot(max(2));
    slot.detach(take(slot), ticker.nanos());
    ticker.advance(MINUTE / 2);
    slot.detach(take(slot), ticker.nanos());
    ticker.advance(HOLD - MINUTE / 2);
    assertThat(take(slot)).isZero();
    ticker.advance(MINUTE / 2);
    assertThat(take(slot)).as("expired, but not seen").isEqualTo(Slot.REFUSED);
    ticker.advance(MINUTE / 2);
    assertThat(take(slot)).isZero();
    assertThat(events).hasSize(2);
  }

  @Test
  void holdsDoNotExpireWhileTheLimitIsNotFull() {
    ConcurrencySlot slot = slot(max(3));
    long hold = slot.detach(take(slot), ticker.nanos());
    ticker.advance(2 * HOLD);
    take(slot);
    assertThat(slot.snapshot().held()).isEqualTo(1);
    leave(slot, hold);
    assertNumbers(slot, 1, 0);
    assertThat(events).isEmpty();
  }

  @Test
  void callsThatAreNotAsynchronousNeverExpire() {
    ConcurrencySlot slot = slot(max(1));
    take(slot);
    ticker.advance(3 * HOLD);
    assertThat(take(slot)).isEqualTo(Slot.REFUSED);
  }

  @Test
  void callThatWaitsIsServedByAHoldThatExpiresWithoutAnybodyElseComing() {
    ConcurrencySlot slot = slot(waiting(1, 2 * HOLD, 10));
    slot.detach(take(slot), ticker.nanos());
    long arrival = ticker.nanos();
    assertThat(take(slot)).isEqualTo(1);
    assertThat(ticker.nanos() - arrival).isEqualTo(HOLD);
    assertThat(events).hasSize(1);
  }

  @Test
  void refusalTellsLimitCountAndWhoWaits() {
    ConcurrencyRule rule = new ConcurrencyRule("slots", null, 2, 100 * MILLI, 50, HOLD, null);
    ConcurrencySlot slot = slot(rule);
    take(slot);
    take(slot);
    long arrival = ticker.nanos();
    assertThat(slot.take(arrival)).isEqualTo(Slot.REFUSED);
    Verdict verdict = slot.refusal(arrival);
    assertThat(verdict.reason()).isEqualTo(BlockReason.CONCURRENCY);
    assertThat(verdict.rule()).isEqualTo("slots");
    assertThat(verdict.retryAfterNanos()).isEqualTo(-1);
    assertThat(verdict.message())
        .isEqualTo("concurrency.max 2 (slots) of entry \"x\": 2 calls are inside; it waited 100ms");
  }

  @Test
  void usualRefusalMessageIsMadeOnce() {
    ConcurrencySlot slot = slot(max(1));
    take(slot);
    assertThat(slot.refusal(0).message())
        .isEqualTo("concurrency.max 1 of entry \"x\": 1 call is inside")
        .isSameAs(slot.refusal(0).message());
  }
}
