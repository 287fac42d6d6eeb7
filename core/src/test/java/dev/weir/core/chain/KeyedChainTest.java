package dev.weir.core.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.BlockReason;
import dev.weir.core.CallAttributes;
import dev.weir.core.Engine;
import dev.weir.core.EngineEvent;
import dev.weir.core.FakeTicker;
import dev.weir.core.Mode;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Verdict;
import dev.weir.core.Waiting;
import dev.weir.core.breaker.BreakerRule;
import dev.weir.core.breaker.RuleBuilder;
import dev.weir.core.concurrency.ConcurrencyRule;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Keying.Absent;
import dev.weir.core.rules.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@code per}, {@code overrides}, {@code absent} and {@code max-keys} through the engine. */
class KeyedChainTest {

  private static final KeyPart TENANT = new KeyPart(Source.HEADER, "X-Tenant");
  private static final KeyPart IP = new KeyPart(Source.IP, "");
  private static final long SECOND = Rulebook.SECOND;
  private static final Rate UNLIMITED = new Rate(Rate.UNLIMITED, SECOND);

  private final FakeTicker ticker = new FakeTicker();
  private final List<EngineEvent> events = new ArrayList<>();
  private final Engine engine = new Engine(ticker, events::add, Waiting.ALLOWED);

  @Test
  void eachTenantHasTheWholeLimit() {
    apply(flow(3, per(TENANT)));
    assertThat(calls("acme", 10)).isEqualTo(3);
    assertThat(calls("root", 10)).isEqualTo(3);
    ticker.advance(2 * SECOND);
    assertThat(calls("acme", 10)).isEqualTo(3);
  }

  @Test
  void refusalNamesTheKey() {
    apply(flow(1, per(TENANT)));
    calls("acme\r\n", 1);
    Verdict refused = enter("acme\r\n");
    assertThat(refused.message())
        .isEqualTo(
            "flow.limit 1/s of entry \"a\", key \"acme%0d%0a\": 1 call was granted in the last 1"
                + " s");
    assertThat(refused.reason()).isEqualTo(BlockReason.FLOW);
  }

  @Test
  void longKeyIsCutInTheMessage() {
    apply(flow(1, per(TENANT)));
    calls("k".repeat(250), 1);
    assertThat(enter("k".repeat(250)).message()).hasSizeLessThan(320).contains("…");
  }

  @Test
  void severalPartsAreOneKey() {
    apply(flow(2, per(TENANT, IP)));
    assertThat(calls(of("acme", "1.1.1.1"), 10)).isEqualTo(2);
    assertThat(calls(of("acme", "1.1.1.2"), 10)).isEqualTo(2);
    assertThat(calls(of("acme", "1.1.1.1"), 10)).isZero();
  }

  @Test
  void namedValuesHaveTheirOwnLimits() {
    Map<String, Rule> overrides =
        Map.of("acme", flow(10, null), "root", new FlowRule(null, null, UNLIMITED));
    apply(flow(2, new Keying(List.of(TENANT), overrides, Absent.SHARED, 1)));
    assertThat(calls("x", 10)).isEqualTo(2);
    assertThat(calls("acme", 100)).isEqualTo(10);
    assertThat(calls("root", 100)).isEqualTo(100);
    assertThat(events).isEmpty();
  }

  @Test
  void onlyNamedValuesMayBeLimited() {
    Map<String, Rule> overrides = Map.of("acme", flow(10, null));
    Keying keying = new Keying(List.of(TENANT), overrides, Absent.SHARED, 10);
    apply(new FlowRule(null, null, UNLIMITED, keying));
    assertThat(calls("acme", 100)).isEqualTo(10);
    assertThat(calls("other", 100)).isEqualTo(100);
    assertThat(calls((String) null, 100)).isEqualTo(100);
  }

  @Test
  void combinationsOfValuesHaveTheirOwnLimits() {
    apply(flow(1, named("acme, 1.1.1.1", 5, "acme, *", 3, "*, 1.1.1.1", 2)));
    assertThat(calls(of("acme", "1.1.1.1"), 10)).as("all values").isEqualTo(5);
    assertThat(calls(of("acme", "1.1.1.2"), 10)).as("any address").isEqualTo(3);
    assertThat(calls(of("acme", "1.1.1.3"), 10)).as("each has its own").isEqualTo(3);
    assertThat(calls(of("root", "1.1.1.1"), 10)).as("any tenant").isEqualTo(2);
    assertThat(calls(of("root", "1.1.1.2"), 10)).as("none of them").isEqualTo(1);
  }

  @Test
  void ofTwoAsSpecificTheOneWithTheEarlierValueHolds() {
    apply(flow(1, named("*, 1.1.1.1", 2, "acme, *", 3)));
    assertThat(calls(of("acme", "1.1.1.1"), 10)).isEqualTo(3);
  }

  @Test
  void valueWithACommaIsNotTakenForTwo() {
    apply(flow(1, named("a\\,b, c", 3)));
    assertThat(calls(of("a,b", "c"), 10)).isEqualTo(3);
    assertThat(calls(of("a", "b,c"), 10)).isEqualTo(1);
  }

  @Test
  void combinationMayBeUnlimitedAndTheRestOfItsPatternNot() {
    Map<String, Rule> overrides =
        Map.of("acme, 1.1.1.1", new FlowRule(null, null, UNLIMITED), "acme, *", flow(3, null));
    apply(flow(1, new Keying(List.of(TENANT, IP), overrides, Absent.SHARED, 10)));
    assertThat(calls(of("acme", "1.1.1.1"), 100)).isEqualTo(100);
    assertThat(calls(of("acme", "1.1.1.2"), 100)).isEqualTo(3);
  }

  @Test
  void combinationThatIsNamedHasCountersWhateverComesBesideIt() {
    Map<String, Rule> overrides = Map.of("acme, 1.1.1.1", flow(3, null));
    apply(flow(1, new Keying(List.of(TENANT, IP), overrides, Absent.SHARED, 1)));
    for (int i = 0; i < 1000; i++) {
      calls(of("acme", "2.2.2." + i), 1);
    }
    assertThat(calls(of("acme", "1.1.1.1"), 10)).isEqualTo(3);
  }

  @Test
  void rotatingWhatAStarStandsForGainsNothing() {
    Map<String, Rule> overrides = Map.of("acme, *", flow(2, null));
    Keying keying = new Keying(List.of(TENANT, IP), overrides, Absent.SHARED, 10);
    apply(new FlowRule(null, null, UNLIMITED, keying));
    int admitted = 0;
    for (int i = 0; i < 10_000; i++) {
      admitted += calls(of("acme", "1.1.1." + i), 1);
    }
    assertThat(admitted).isBetween(10 + 256, 10 + 256 * 2);
    assertThat(calls(of("root", "1.1.1.1"), 1000)).isEqualTo(1000);
    assertThat(enter(of("acme", "1.1.1.0")).isBlock()).isFalse();
    assertThat(refusal(of("acme", "1.1.1.9999"))).contains("key \"(others of acme, *)\"");
  }

  @Test
  void breakersAndConcurrencyHaveLimitsOfCombinations() {
    Keying places = keying("acme, *", concurrency(2, null));
    apply(concurrency(1, places));
    assertThat(enter(of("acme", "1.1.1.1")).isBlock()).isFalse();
    assertThat(enter(of("acme", "1.1.1.1")).isBlock()).isFalse();
    assertThat(enter(of("acme", "1.1.1.1")).isBlock()).isTrue();
    assertThat(enter(of("root", "1.1.1.1")).isBlock()).isFalse();
    assertThat(enter(of("root", "1.1.1.1")).isBlock()).isTrue();

    apply(breaker(keying("acme, *", RuleBuilder.breaker().errorCount(1).rule())));
    Verdict failing = enter(of("acme", "1.1.1.1"));
    failing.admission().exit(ticker.nanos(), threw());
    assertThat(refusal(of("acme", "1.1.1.1"))).contains("key \"acme, 1.1.1.1\"");
    assertThat(enter(of("acme", "1.1.1.2")).isBlock()).isFalse();
  }

  @Test
  void reloadKeepsTheCountersOfKeysThatAPatternCovers() {
    apply(flow(3, per(TENANT, IP)));
    calls(of("acme", "1.1.1.1"), 3);
    apply(flow(3, named("acme, *", 5)));
    assertThat(calls(of("acme", "1.1.1.1"), 10)).isEqualTo(2);
    apply(flow(3, named("acme, 1.1.1.1", 6)));
    assertThat(calls(of("acme", "1.1.1.1"), 10)).isEqualTo(1);
  }

  /** Each key has the limit of the override that a naive reader of the rules picks. */
  @Test
  void mostSpecificOverrideHoldsInAnyMix() {
    for (int seed = 0; seed < 10_000; seed++) {
      Random random = new Random(seed);
      Map<String, Rule> overrides = new LinkedHashMap<>();
      for (int i = random.nextInt(8); i > 0; i--) {
        String pattern = "ab*".charAt(random.nextInt(3)) + ", " + "12*".charAt(random.nextInt(3));
        if (!pattern.equals("*, *")) {
          overrides.put(pattern, flow(1 + random.nextInt(9), null));
        }
      }
      apply();
      apply(flow(10, new Keying(List.of(TENANT, IP), overrides, Absent.SHARED, 100)));
      for (String tenant : List.of("a", "b", "c")) {
        for (String ip : List.of("1", "2", "3")) {
          Rule expected = flow(10, null);
          for (String pattern : List.of("*, " + ip, tenant + ", *", tenant + ", " + ip)) {
            expected = overrides.getOrDefault(pattern, expected);
          }
          assertThat(calls(of(tenant, ip), 12))
              .as("seed %d: %s, %s of %s", seed, tenant, ip, overrides)
              .isEqualTo((int) ((FlowRule) expected).limit().calls());
        }
      }
    }
  }

  @Test
  void callsWithoutTheValueShareOneCounter() {
    apply(flow(2, absent(Absent.SHARED)));
    assertThat(calls((String) null, 10)).isEqualTo(2);
    assertThat(calls("acme", 10)).isEqualTo(2);
    assertThat(enter((String) null).message()).contains("key \"(none)\"");
  }

  @Test
  void callsWithoutTheValueMayBeAdmitted() {
    apply(flow(2, absent(Absent.ADMIT)));
    assertThat(calls((String) null, 10)).isEqualTo(10);
    assertThat(calls("acme", 10)).isEqualTo(2);
  }

  @Test
  void callsWithoutTheValueMayBeRefusedAndToldWhich() {
    apply(flow(2, absent(Absent.REFUSE)));
    Verdict refused = enter((String) null);
    assertThat(refused.message()).isEqualTo("flow of entry \"a\": the call has no header:X-Tenant");
    assertThat(refused.reason()).isEqualTo(BlockReason.FLOW);
    assertThat(calls("acme", 10)).isEqualTo(2);
  }

  @Test
  void theFirstMissingOfSeveralPartsIsTold() {
    apply(flow(2, new Keying(List.of(TENANT, IP), Map.of(), Absent.REFUSE, 10)));
    assertThat(enter(of("acme", null)).message()).endsWith("the call has no ip");
    assertThat(enter(of(null, "1.1.1.1")).message()).endsWith("the call has no header:X-Tenant");
  }

  @Test
  void observedRuleRefusesNoCallWithoutTheValue() {
    Keying keying = absent(Absent.REFUSE);
    apply(new FlowRule(null, Mode.OBSERVE, new Rate(1, SECOND), keying));
    assertThat(calls((String) null, 10)).isEqualTo(10);
    assertThat(calls("acme", 10)).isEqualTo(10);
    assertThat(engine.snapshot().entries().get(0).wouldBlock()).isEqualTo(19);
  }

  @Test
  void exhaustionIsAnEvent() {
    apply(flow(2, new Keying(List.of(TENANT), Map.of(), Absent.SHARED, 2)));
    for (int i = 0; i < 10; i++) {
      calls("tenant " + i, 1);
    }
    assertThat(events).hasSize(1);
    assertThat(events.get(0).type()).isEqualTo(EngineEvent.Type.KEYS_EXHAUSTED);
    assertThat(events.get(0).text()).startsWith("max-keys 2 of flow per header:X-Tenant: ");
  }

  @Test
  void concurrencyIsCountedForEachKeyUntilTheCallEnds() {
    apply(concurrency(2, per(TENANT)));
    Verdict first = enter("acme");
    assertThat(enter("acme").isBlock()).isFalse();
    assertThat(enter("acme").isBlock()).isTrue();
    assertThat(enter("root").isBlock()).isFalse();
    first.admission().exit(ticker.nanos(), Outcome.RETURNED);
    assertThat(enter("acme").isBlock()).isFalse();
    assertThat(enter("acme").isBlock()).isTrue();
  }

  @Test
  void keyWithACallInsideIsNotDropped() {
    apply(concurrency(1, new Keying(List.of(TENANT), Map.of(), Absent.SHARED, 1)));
    assertThat(enter("acme").isBlock()).isFalse();
    for (int i = 0; i < 1000; i++) {
      ticker.advance(SECOND / 2);
      calls("tenant " + i, 1);
    }
    assertThat(enter("acme").isBlock()).isTrue();
  }

  @Test
  void breakerOfAKeyIsItsOwnAndIsNamed() {
    apply(breaker(per(TENANT)));
    fail("acme", 3);
    assertThat(enter("acme").message()).startsWith("breaker of entry \"a\", key \"acme\", is open");
    assertThat(enter("root").isBlock()).isFalse();
    assertThat(events.get(0).type()).isEqualTo(EngineEvent.Type.BREAKER_OPENED);
    assertThat(events.get(0).key()).isEqualTo("acme");
  }

  @Test
  void breakerWithACallInsideIsNotDroppedAndJudgesIt() {
    apply(breaker(one()));
    Verdict hanging = enter("acme");
    for (int i = 0; i < 100; i++) {
      ticker.advance(60 * SECOND);
      calls("tenant " + i, 1);
    }
    fail("acme", 2);
    hanging.admission().exit(0, threw());
    assertThat(enter("acme").isBlock()).isTrue();
  }

  @Test
  void openBreakerIsNotDroppedUntilLongAfterItsTrialIsDue() {
    apply(breaker(one()));
    fail("acme", 3);
    ticker.advance(29 * SECOND);
    calls("other", 1);
    assertThat(enter("acme").isBlock()).isTrue();
    assertThat(fresh("another")).as("it has been told within this minute").isTrue();
    assertThat(events.get(1).type()).isEqualTo(EngineEvent.Type.KEYS_EXHAUSTED);
    ticker.advance(90 * SECOND);
    assertThat(fresh("yet another")).isTrue();
  }

  @Test
  void refusedCallAndEndedCallLeaveNoKeyPinned() {
    apply(flow(1, one()), breaker(one()), concurrency(1, one()));
    calls("acme", 10);
    ticker.advance(60 * SECOND);
    assertThat(fresh("other")).isTrue();
    ticker.advance(60 * SECOND);
    assertThat(fresh("another")).isTrue();
    assertThat(events).isEmpty();
  }

  @Test
  void asynchronousCallThatNeverEndsDoesNotHoldItsKey() {
    apply(concurrency(1, one()));
    enter("acme").admission().detach(ticker.nanos());
    ticker.advance(ConcurrencyRule.DEFAULT_MAX_HOLD_NANOS + 60 * SECOND);
    calls("other", 1);
    calls("another", 1);
    assertThat(events).hasSize(1);
    assertThat(events.get(0).type()).isEqualTo(EngineEvent.Type.HOLD_EXPIRED);
  }

  @Test
  void callIsAdmittedByAllRulesAndLeavesNothingIfOneRefuses() {
    apply(flow(5, per(TENANT)), concurrency(1, null), flow(2, per(IP)));
    Verdict inside = enter(of("acme", "1.1.1.1"));
    assertThat(enter(of("acme", "1.1.1.2")).reason()).isEqualTo(BlockReason.CONCURRENCY);
    inside.admission().exit(ticker.nanos(), Outcome.RETURNED);
    assertThat(calls(of("acme", "1.1.1.1"), 10)).isEqualTo(1);
    assertThat(calls(of("acme", "1.1.1.2"), 10)).isEqualTo(2);
    assertThat(calls(of("acme", "1.1.1.3"), 10)).isEqualTo(1);
  }

  @Test
  void reloadKeepsTheCountersOfAllKeys() {
    apply(flow(3, per(TENANT)));
    calls("acme", 3);
    calls("root", 1);
    apply(flow(5, per(TENANT)));
    assertThat(calls("acme", 10)).isEqualTo(2);
    assertThat(calls("root", 10)).isEqualTo(4);
    apply(flow(1, per(TENANT)));
    assertThat(calls("root", 10)).isZero();
  }

  @Test
  void reloadByOtherKeysStartsAfresh() {
    apply(flow(3, per(TENANT)));
    calls(of("acme", "acme"), 3);
    apply(flow(3, per(IP)));
    assertThat(calls(of("acme", "acme"), 10)).isEqualTo(3);
  }

  @Test
  void valueMayBeNamedUnlimitedAndLimitedAgain() {
    apply(flow(2, per(TENANT)));
    calls("acme", 10);
    Map<String, Rule> overrides = Map.of("acme", new FlowRule(null, null, UNLIMITED));
    apply(flow(2, new Keying(List.of(TENANT), overrides, Absent.SHARED, 100)));
    assertThat(calls("acme", 10)).isEqualTo(10);
    apply(flow(2, per(TENANT)));
    assertThat(calls("acme", 10)).isLessThanOrEqualTo(2);
  }

  @Test
  void callThatWasAdmittedBeforeAReloadEndsWhereItBegan() {
    apply(concurrency(1, per(TENANT)));
    Verdict inside = enter("acme");
    apply(concurrency(2, per(TENANT)));
    assertThat(enter("acme").isBlock()).isFalse();
    assertThat(enter("acme").isBlock()).isTrue();
    inside.admission().exit(ticker.nanos(), Outcome.RETURNED);
    assertThat(enter("acme").isBlock()).isFalse();
  }

  private void apply(Rule... rules) {
    engine.apply(Rulebook.enforcing(Rulebook.entry("a", "web:GET /a", rules)), Mode.ENFORCE);
  }

  private static FlowRule flow(long limit, @Nullable Keying keying) {
    return new FlowRule(null, null, new Rate(limit, SECOND), keying);
  }

  private static ConcurrencyRule concurrency(int max, @Nullable Keying keying) {
    return new ConcurrencyRule(
        null, null, max, 0, Integer.MAX_VALUE, ConcurrencyRule.DEFAULT_MAX_HOLD_NANOS, keying);
  }

  private static BreakerRule breaker(@Nullable Keying keying) {
    return RuleBuilder.breaker().errorCount(3).keying(keying).rule();
  }

  private static Keying one() {
    return new Keying(List.of(TENANT), Map.of(), Absent.SHARED, 1);
  }

  private void fail(String tenant, int times) {
    for (int i = 0; i < times; i++) {
      Verdict verdict = enter(tenant);
      assertThat(verdict.isBlock()).isFalse();
      verdict.admission().exit(ticker.nanos(), threw());
    }
  }

  private static Outcome threw() {
    return Outcome.threw(new IllegalStateException(), null);
  }

  /** Whether a new key finds room, or nobody is told that it does not. */
  private boolean fresh(String tenant) {
    int before = events.size();
    calls(tenant, 1);
    return events.size() == before;
  }

  private static Keying per(KeyPart... parts) {
    return new Keying(List.of(parts), Map.of(), Absent.SHARED, Keying.DEFAULT_MAX_KEYS);
  }

  /** Patterns and their limits. */
  private static Keying named(Object... limits) {
    Map<String, Rule> overrides = new LinkedHashMap<>();
    for (int i = 0; i < limits.length; i += 2) {
      overrides.put((String) limits[i], flow((int) limits[i + 1], null));
    }
    return new Keying(List.of(TENANT, IP), overrides, Absent.SHARED, 1000);
  }

  private static Keying keying(String pattern, Rule override) {
    return new Keying(List.of(TENANT, IP), Map.of(pattern, override), Absent.SHARED, 1000);
  }

  private String refusal(CallAttributes attributes) {
    Verdict verdict = enter(attributes);
    while (!verdict.isBlock()) {
      verdict.admission().exit(ticker.nanos(), Outcome.RETURNED);
      verdict = enter(attributes);
    }
    return verdict.message();
  }

  private static Keying absent(Absent absent) {
    return new Keying(List.of(TENANT), Map.of(), absent, Keying.DEFAULT_MAX_KEYS);
  }

  private static CallAttributes of(@Nullable String tenant, @Nullable String ip) {
    return part -> part.equals(TENANT) ? tenant : ip;
  }

  private Verdict enter(@Nullable String tenant) {
    return enter(of(tenant, null));
  }

  private Verdict enter(CallAttributes attributes) {
    CallJudge chain = Objects.requireNonNull(engine.web("GET", "/a", false));
    return chain.enter(ticker.nanos(), attributes);
  }

  private int calls(@Nullable String tenant, int times) {
    return calls(of(tenant, null), times);
  }

  /** How many of so many calls that end at once were admitted. */
  private int calls(CallAttributes attributes, int times) {
    int admitted = 0;
    for (int i = 0; i < times; i++) {
      Verdict verdict = enter(attributes);
      if (!verdict.isBlock()) {
        admitted++;
        verdict.admission().exit(ticker.nanos(), Outcome.RETURNED);
      }
    }
    return admitted;
  }
}
