package dev.weir.core.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.BlockReason;
import dev.weir.core.CallAttributes;
import dev.weir.core.Engine;
import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.FakeTicker;
import dev.weir.core.Mode;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Verdict;
import dev.weir.core.access.AccessRule.OnNamed;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.Rule;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@code access} through the engine. */
class AccessSlotTest {

  private final FakeTicker ticker = new FakeTicker();
  private final Engine engine = new Engine(ticker);

  @Test
  void allowAdmitsNobodyElse() {
    apply(rule(OnNamed.ALLOW, "console", "ops"));
    assertThat(admits("console")).isTrue();
    assertThat(admits("ops")).isTrue();
    assertThat(admits("batch")).isFalse();
    assertThat(admits("Ops")).as("case").isFalse();
  }

  @Test
  void unknownCallerIsNotInAllow() {
    apply(rule(OnNamed.ALLOW, "console"));
    assertThat(admits(null)).isFalse();
  }

  @Test
  void denyRefusesNobodyElse() {
    apply(rule(OnNamed.DENY, "batch"));
    assertThat(admits("batch")).isFalse();
    assertThat(admits("console")).isTrue();
  }

  @Test
  void unknownCallerIsNotInDeny() {
    apply(rule(OnNamed.DENY, "batch"));
    assertThat(admits(null)).isTrue();
  }

  @Test
  void refusalNamesTheCaller() {
    apply(rule(OnNamed.ALLOW, "console", "ops"));
    Verdict refused = enter("batch\r\n");
    assertThat(refused.reason()).isEqualTo(BlockReason.ACCESS);
    assertThat(refused.rule()).isEqualTo("access");
    assertThat(refused.message())
        .isEqualTo("access of entry \"a\": \"batch%0d%0a\" may not call; allow: console, ops");
    assertThat(refused.retryAfterNanos()).isEqualTo(-1);
    assertThat(enter(null).message())
        .isEqualTo(
            "access of entry \"a\": a caller that is not known may not call; allow: console, ops");
  }

  @Test
  void longNamesAndListsAreCutInTheMessage() {
    Set<String> many = new TreeSet<>();
    for (int i = 0; i < 1_000; i++) {
      many.add("caller" + i);
    }
    apply(new AccessRule("gate", null, OnNamed.ALLOW, many));
    assertThat(enter("x".repeat(10_000)).message())
        .hasSizeLessThan(600)
        .startsWith("access (gate) of entry \"a\": \"xxx")
        .contains("…")
        .endsWith("caller106, … (1000)");
  }

  @Test
  void refusedCallTakesNothingOfTheOtherRules() {
    FlowRule limit = new FlowRule(null, null, new Rate(2, Rulebook.SECOND));
    apply(limit, rule(OnNamed.DENY, "batch"));
    for (int i = 0; i < 10; i++) {
      assertThat(enter("batch").reason()).isEqualTo(BlockReason.ACCESS);
    }
    assertThat(admits("console")).isTrue();
    assertThat(admits("console")).isTrue();
    assertThat(enter("console").reason()).isEqualTo(BlockReason.FLOW);
    assertThat(enter("batch").reason()).as("asked first").isEqualTo(BlockReason.ACCESS);
    assertThat(snapshot().blocked(BlockReason.ACCESS)).isEqualTo(11);
    assertThat(snapshot().blocked(BlockReason.FLOW)).isEqualTo(1);
    assertThat(snapshot().passed()).isEqualTo(2);
  }

  @Test
  void observedRuleCountsWhatItWouldRefuse() {
    apply(new AccessRule(null, Mode.OBSERVE, OnNamed.ALLOW, Set.of("console")));
    assertThat(admits("batch")).isTrue();
    assertThat(admits("console")).isTrue();
    assertThat(snapshot().wouldBlock()).isEqualTo(1);
    assertThat(snapshot().blocked(BlockReason.ACCESS)).isZero();
    assertThat(snapshot().passed()).isEqualTo(2);
  }

  @Test
  void ruleThatIsOffIsNotAsked() {
    apply(new AccessRule(null, Mode.OFF, OnNamed.ALLOW, Set.of("console")));
    assertThat(admits("batch")).isTrue();
    assertThat(snapshot().wouldBlock()).isZero();
  }

  @Test
  void reloadChangesWhoMayCallAndKeepsCounts() {
    apply(rule(OnNamed.ALLOW, "console"));
    assertThat(admits("batch")).isFalse();
    apply(rule(OnNamed.ALLOW, "console", "batch"));
    assertThat(admits("batch")).isTrue();
    assertThat(snapshot().blocked(BlockReason.ACCESS)).isEqualTo(1);
  }

  private static AccessRule rule(OnNamed verdict, String... callers) {
    return new AccessRule(null, null, verdict, new LinkedHashSet<>(List.of(callers)));
  }

  private void apply(Rule... rules) {
    engine.apply(Rulebook.enforcing(Rulebook.entry("a", "web:GET /a", rules)), Mode.ENFORCE);
  }

  private Verdict enter(@Nullable String caller) {
    CallAttributes call = part -> part.source() == KeyPart.Source.CALLER ? caller : null;
    return Objects.requireNonNull(engine.web("GET", "/a", false)).enter(ticker.nanos(), call);
  }

  private boolean admits(@Nullable String caller) {
    Verdict verdict = enter(caller);
    if (!verdict.isBlock()) {
      verdict.admission().exit(ticker.nanos(), Outcome.RETURNED);
    }
    return !verdict.isBlock();
  }

  private EntrySnapshot snapshot() {
    return engine.entries().get(0);
  }
}
