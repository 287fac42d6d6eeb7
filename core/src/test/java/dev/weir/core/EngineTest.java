package dev.weir.core;

import static dev.weir.core.Rulebook.SECOND;
import static dev.weir.core.Rulebook.enforcing;
import static dev.weir.core.Rulebook.entry;
import static dev.weir.core.Rulebook.in;
import static dev.weir.core.Rulebook.named;
import static dev.weir.core.Rulebook.perMinute;
import static dev.weir.core.Rulebook.perSecond;
import static dev.weir.core.Rulebook.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.chain.SlotChain;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.RuleSet;
import dev.weir.core.window.CallTotals;
import dev.weir.core.window.StatisticsSnapshot;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class EngineTest {

  private final FakeTicker ticker = new FakeTicker();
  private final Engine engine = new Engine(ticker);

  @Test
  void withoutRulesNothingIsJudged() {
    assertThat(admitted("/orders", 1_000)).isEqualTo(1_000);
    assertThat(engine.snapshot().entries()).isEmpty();
  }

  @Test
  void refusalSaysLimitWindowAndCount() {
    apply(entry("order-read", "web:GET /orders/{id}", perSecond(100)));
    assertThat(admitted("/orders/7", 100)).isEqualTo(100);
    Verdict verdict = chain("/orders/8").enter(ticker.nanos());
    assertThat(verdict.reason()).isEqualTo(BlockReason.FLOW);
    assertThat(verdict.entry().display()).isEqualTo("order-read");
    assertThat(verdict.rule()).isEqualTo("flow");
    assertThat(verdict.message())
        .isEqualTo(
            "flow.limit 100/s of entry \"order-read\": 100 calls were granted in the last 1 s");
    assertThat(verdict.retryAfterNanos()).isBetween(SECOND, SECOND * 65 / 64);
  }

  @Test
  void refusalUnderALoweredLimitSaysWhatWasGranted() {
    apply(entry("a", "web:GET /a", named("peak", perSecond(100))));
    admitted("/a", 80);
    apply(entry("a", "web:GET /a", named("peak", perSecond(1))));
    Verdict verdict = chain("/a").enter(ticker.nanos());
    assertThat(verdict.rule()).isEqualTo("peak");
    assertThat(verdict.message())
        .isEqualTo("flow.limit 1/s (peak) of entry \"a\": 80 calls were granted in the last 1 s");
  }

  @Test
  void limitOfZeroRefusesAllAndUnlimitedNone() {
    apply(
        entry("none", "web:GET /none", perSecond(0)),
        entry("all", "web:GET /all", perSecond(Rate.UNLIMITED)));
    assertThat(admitted("/none", 10)).isZero();
    assertThat(chain("/none").enter(0).retryAfterNanos()).isEqualTo(-1);
    assertThat(admitted("/all", 10_000)).isEqualTo(10_000);
  }

  @Test
  void callOfSeveralEntriesMustBeAdmittedByAll() {
    apply(entry("all", "web:* /**", perSecond(5)), entry("one", "web:GET /a", perSecond(3)));
    assertThat(admitted("/a", 10)).isEqualTo(3);
    // What "one" refused took nothing of "all".
    assertThat(admitted("/b", 10)).isEqualTo(2);
    assertThat(snapshot("one").blocked(BlockReason.FLOW)).isEqualTo(7);
    assertThat(snapshot("all").blocked(BlockReason.FLOW)).isEqualTo(8);
    assertThat(snapshot("all").passed()).isEqualTo(5);
    assertThat(engine.snapshot().passed()).isEqualTo(5);
    assertThat(engine.snapshot().blocked()).containsEntry(BlockReason.FLOW, 15L);
  }

  @Test
  void observedRuleCountsWhatItWouldRefuseAndRefusesNothing() {
    engine.apply(rules(Mode.OBSERVE, entry("a", "web:GET /a", perSecond(3))), Mode.ENFORCE);
    assertThat(admitted("/a", 10)).isEqualTo(10);
    assertThat(snapshot("a").wouldBlock()).isEqualTo(7);
    assertThat(snapshot("a").blocked(BlockReason.FLOW)).isZero();
    assertThat(engine.snapshot().passed()).isEqualTo(10);
  }

  @Test
  void callThatWouldBeRefusedTakesNoPermitOfObservedRules() {
    apply(
        entry("wide", "web:* /**", Mode.OBSERVE, perSecond(10)),
        entry("narrow", "web:GET /a", Mode.OBSERVE, perSecond(3)));
    admitted("/a", 9);
    assertThat(snapshot("narrow").wouldBlock()).isEqualTo(6);
    admitted("/b", 7);
    assertThat(snapshot("wide").wouldBlock()).isZero();
    admitted("/b", 1);
    assertThat(snapshot("wide").wouldBlock()).isEqualTo(1);
  }

  @Test
  void mostSpecificModeWinsAndTheCapIsAboveAll() {
    RuleSet rules =
        rules(
            Mode.OBSERVE,
            entry("rule", "web:GET /rule", Mode.OFF, in(Mode.ENFORCE, perSecond(1))),
            entry("entry", "web:GET /entry", Mode.ENFORCE, perSecond(1)),
            entry("off", "web:GET /off", Mode.OFF, perSecond(1)));
    engine.apply(rules, Mode.ENFORCE);
    assertThat(admitted("/rule", 5)).isEqualTo(1);
    assertThat(admitted("/entry", 5)).isEqualTo(1);
    assertThat(engine.web("GET", "/off", false)).isNull();

    engine.apply(rules, Mode.OBSERVE);
    assertThat(admitted("/rule", 5)).isEqualTo(5);
    assertThat(snapshot("rule").wouldBlock()).isEqualTo(5);

    engine.apply(rules, Mode.OFF);
    assertThat(engine.web("GET", "/entry", false)).isNull();
  }

  @Test
  void entryWithoutRulesIsCounted() {
    apply(entry("a", "web:GET /a"));
    assertThat(admitted("/a", 3)).isEqualTo(3);
    assertThat(snapshot("a").passed()).isEqualTo(3);
  }

  @Test
  void endOfACallIsCountedOnceWithItsOutcomeAndTime() {
    apply(entry("a", "web:GET /a", perSecond(10)));
    SlotChain chain = chain("/a");
    chain.enter(ticker.nanos());
    chain.enter(ticker.nanos());
    chain.enter(ticker.nanos());
    assertThat(engine.snapshot().inFlight()).isEqualTo(3);
    long start = ticker.nanos();
    ticker.advance(5);
    chain.exit(start, Outcome.RETURNED);
    ticker.advance(5);
    chain.exit(start, Outcome.threw(new IllegalStateException(), null));
    chain.exit(start, Outcome.status(503));
    EntrySnapshot entry = snapshot("a");
    assertThat(entry.completed()).isEqualTo(3);
    assertThat(entry.failed()).isEqualTo(2);
    assertThat(entry.rtNanos()).isEqualTo(25);
    assertThat(entry.inFlight()).isZero();
  }

  @Test
  void entryShowsItsLastSecondAndMinuteToo() {
    apply(entry("all", "web:* /**"), entry("a", "web:GET /a", perSecond(2)));
    long start = ticker.nanos();
    chain("/a").enter(start);
    chain("/a").enter(start);
    assertThat(chain("/a").enter(start).isBlock()).isTrue();
    ticker.advance(6_400);
    chain("/a").exit(start, Outcome.RETURNED);
    chain("/a").exit(start, Outcome.status(500));
    for (String name : List.of("all", "a")) {
      StatisticsSnapshot windows = snapshot(name).windows();
      assertThat(windows.second().calls()).isEqualTo(windows.minute().calls());
      assertThat(windows.second().calls().passed()).isEqualTo(2);
      assertThat(windows.second().calls().failed()).isEqualTo(1);
      assertThat(windows.second().calls().rtMeanNanos()).isEqualTo(6_400);
      assertThat(windows.percentiles().max()).isBetween(6_000L, 6_800L);
    }
    assertThat(snapshot("a").windows().second().calls().blocked(BlockReason.FLOW)).isEqualTo(1);
    ticker.advance(5 * SECOND);
    assertThat(snapshot("a").windows().second().calls()).isEqualTo(CallTotals.NONE);
    assertThat(snapshot("a").windows().minute().calls().passed()).isEqualTo(2);
    assertThat(engine.snapshot().all().passed()).isEqualTo(2);
  }

  @Test
  void snapshotDuringCallsShowsNoneEndedThatHadNotBegun() throws InterruptedException {
    apply(entry("all", "web:* /**"), entry("a", "web:GET /a"));
    int calls = 200_000;
    Thread[] callers = new Thread[3];
    for (int i = 0; i < callers.length; i++) {
      callers[i] = new Thread(() -> admitted("/a", calls));
      callers[i].start();
    }
    long passed = 0;
    while (passed < (long) calls * callers.length) {
      EngineSnapshot snapshot = engine.snapshot();
      passed = snapshot.passed();
      assertThat(snapshot.inFlight()).isBetween(0L, (long) calls * callers.length);
      assertThat(snapshot.entries()).allMatch(entry -> entry.inFlight() >= 0);
    }
    for (Thread caller : callers) {
      caller.join();
    }
    assertThat(engine.snapshot().all().completed()).isEqualTo((long) calls * callers.length);
    assertThat(snapshot("a").passed()).isEqualTo((long) calls * callers.length);
  }

  @Test
  void unchangedEntryKeepsItsWindowAndItsStatistics() {
    apply(entry("a", "web:GET /a", perSecond(10)));
    admitted("/a", 10);
    apply(entry("b", "web:GET /b", perSecond(1)), entry("a", "web:GET /a", perSecond(10)));
    assertThat(admitted("/a", 10)).isZero();
    assertThat(snapshot("a").passed()).isEqualTo(10);
  }

  @Test
  void changedLimitKeepsTheCounter() {
    apply(entry("a", "web:GET /a", perSecond(10)));
    admitted("/a", 10);
    apply(entry("a", "web:GET /a", perSecond(15)));
    assertThat(admitted("/a", 20)).isEqualTo(5);
  }

  @Test
  void changedPeriodStartsChargedWithTheLastOne() {
    apply(entry("a", "web:GET /a", perSecond(10)));
    admitted("/a", 10);
    apply(entry("a", "web:GET /a", perMinute(25)));
    assertThat(admitted("/a", 50)).isEqualTo(15);
  }

  @Test
  void rulesOfOneEntryAreToldApartByNameThenByPeriod() {
    apply(entry("a", "web:GET /a", perSecond(10), perMinute(100), named("n", perSecond(50))));
    admitted("/a", 10);
    apply(entry("a", "web:GET /a", named("n", perMinute(12)), perMinute(100), perSecond(20)));
    assertThat(admitted("/a", 50)).isEqualTo(2);
  }

  @Test
  void renamedEntryStartsFreshAndTheReportSaysSo() {
    apply(entry("a", "web:GET /a", perSecond(10)));
    admitted("/a", 10);
    assertThat(
            engine.apply(enforcing(entry("b", "web:GET /a", perSecond(10))), Mode.ENFORCE).lines())
        .containsExactly(
            "removed \"a\": flow.limit 10/s",
            "added \"b\": flow.limit 10/s; was \"a\", renamed: starts fresh");
    assertThat(admitted("/a", 10)).isEqualTo(10);
    assertThat(engine.snapshot().passed()).isEqualTo(20);
  }

  @Test
  void callInFlightEndsOnTheEntryThatAdmittedIt() {
    apply(entry("a", "web:GET /a", perSecond(10)));
    SlotChain before = chain("/a");
    before.enter(ticker.nanos());
    apply(entry("b", "web:GET /a", perSecond(10)));
    assertThat(engine.snapshot().inFlight()).isEqualTo(1);
    before.exit(ticker.nanos(), Outcome.status(200));
    assertThat(engine.snapshot().inFlight()).isZero();
    assertThat(snapshot("b").completed()).isZero();
  }

  @Test
  void callSitesFollowTheRules() {
    int first = engine.site("com.acme.Prices", "query", List.of("java.lang.String"), List.of());
    CallJudge unruled = engine.method(first);
    apply(entry("p", "method:com.acme.Prices#*", perSecond(1)));
    int second = engine.site("com.acme.Prices", "list", List.of(), List.of());
    assertThat(engine.method(first)).isNotNull().isSameAs(engine.method(second));
    apply();
    assertThat(engine.method(first)).isSameAs(unruled);
    assertThat(engine.method(second)).isNotNull().isNotSameAs(unruled);
  }

  @Test
  void entriesOfOneIdentityHaveCountersOfTheirOwn() {
    apply(entry("a", "web:GET /a", perSecond(10)), entry("a", "web:GET /b", perSecond(10)));
    admitted("/a", 10);
    assertThat(admitted("/b", 10)).isEqualTo(10);
    apply(entry("a", "web:GET /a", perSecond(11)), entry("a", "web:GET /b", perSecond(12)));
    assertThat(admitted("/a", 10)).isEqualTo(1);
    assertThat(admitted("/b", 10)).isEqualTo(2);
  }

  @Test
  void twoEnginesShareNothing() {
    Engine other = new Engine(ticker);
    apply(entry("a", "web:GET /a", new FlowRule(null, null, new Rate(1, SECOND))));
    assertThat(admitted("/a", 1)).isEqualTo(1);
    assertThat(other.web("GET", "/a", false)).isNotSameAs(engine.web("GET", "/a", false));
    assertThat(other.snapshot().passed()).isZero();
  }

  private void apply(Entry... entries) {
    engine.apply(enforcing(entries), Mode.ENFORCE);
  }

  private int admitted(String path, int calls) {
    int admitted = 0;
    for (int i = 0; i < calls; i++) {
      if (!chain(path).enter(ticker.nanos()).isBlock()) {
        chain(path).exit(ticker.nanos(), Outcome.status(200));
        admitted++;
      }
    }
    return admitted;
  }

  private SlotChain chain(String path) {
    return (SlotChain) Objects.requireNonNull(engine.web("GET", path, false));
  }

  private EntrySnapshot snapshot(String name) {
    return engine.snapshot().entries().stream()
        .filter(entry -> entry.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
