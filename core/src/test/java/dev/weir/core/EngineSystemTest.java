package dev.weir.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.chain.SlotChain;
import dev.weir.core.concurrency.ConcurrencyRule;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Exemption;
import dev.weir.core.rules.Instrument;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.Rule;
import dev.weir.core.rules.RuleSet;
import dev.weir.core.system.SystemRule;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rules of {@code system}, in front of every inbound call. */
class EngineSystemTest {

  private static final long SECOND = 1_000_000_000;

  private final FakeTicker ticker = new FakeTicker();
  private final Engine engine = new Engine(ticker);

  private void apply(List<Exemption> exempt, List<Rule> system, Entry... entries) {
    RuleSet rules =
        new RuleSet(
            Mode.ENFORCE,
            null,
            Instrument.DEFAULT,
            exempt,
            Entry.system(system, OnBlock.DEFAULT),
            List.of(entries),
            null,
            null);
    engine.apply(rules, Mode.ENFORCE);
  }

  private static Rule rate(int calls) {
    return new FlowRule("inbound-rate", null, new Rate(calls, SECOND));
  }

  private static Rule concurrency(int max) {
    return new ConcurrencyRule(
        "inbound-concurrency",
        null,
        max,
        0,
        Integer.MAX_VALUE,
        ConcurrencyRule.DEFAULT_MAX_HOLD_NANOS,
        null);
  }

  private Verdict enter(String path) {
    CallJudge judge = Objects.requireNonNull(engine.web("GET", path, false));
    return judge.enter(ticker.nanos(), new Unlisted(path));
  }

  /** Of a call of which nothing is known but its path. */
  private final class Unlisted implements CallAttributes {
    private final String path;

    Unlisted(String path) {
      this.path = path;
    }

    @Override
    public @Nullable String value(KeyPart part) {
      return null;
    }

    @Override
    public @Nullable SlotChain unlisted(boolean exempt) {
      return engine.unlistedWeb("GET", path, exempt);
    }
  }

  @Test
  void rateIsExactOverAllInboundCallsListedOrNot() {
    apply(List.of(), List.of(rate(3)), Rulebook.entry("a", "web:GET /a"));
    assertThat(enter("/a").isBlock()).isFalse();
    assertThat(enter("/b").isBlock()).isFalse();
    assertThat(enter("/a").isBlock()).isFalse();
    Verdict refused = enter("/c/17");
    assertThat(refused.reason()).isEqualTo(BlockReason.SYSTEM);
    assertThat(refused.rule()).isEqualTo("inbound-rate");
    assertThat(refused.message())
        .isEqualTo("system.inbound-rate 3/s: 3 calls were granted in the last 1 s");
    assertThat(refused.retryAfterNanos()).isPositive();
    ticker.advance(2 * SECOND);
    assertThat(enter("/a").isBlock()).isFalse();
  }

  @Test
  void concurrencyIsExactOverAllInboundCalls() {
    apply(List.of(), List.of(concurrency(2)));
    Verdict first = enter("/a");
    assertThat(enter("/b").isBlock()).isFalse();
    Verdict refused = enter("/a");
    assertThat(refused.reason()).isEqualTo(BlockReason.SYSTEM);
    assertThat(refused.rule()).isEqualTo("inbound-concurrency");
    assertThat(refused.message()).isEqualTo("system.inbound-concurrency 2: 2 calls are inside");
    first.admission().exit(ticker.nanos(), Outcome.RETURNED);
    assertThat(enter("/c").isBlock()).isFalse();
  }

  @Test
  void otherKindsOfCallsAreNeverRefused() {
    apply(List.of(), List.of(rate(0)));
    assertThat(enter("/a").isBlock()).isTrue();
    CallJudge http = Objects.requireNonNull(engine.http("GET", "example.org", -1, "/a"));
    assertThat(http.enter(0, CallAttributes.NONE).isBlock()).isFalse();
    CallJudge sql = Objects.requireNonNull(engine.sql("shop", "SELECT", "orders"));
    assertThat(sql.enter(0, CallAttributes.NONE).isBlock()).isFalse();
  }

  @Test
  void exemptCallsPass() {
    List<ResourcePattern> health = List.of(ResourcePattern.parse("web:GET /health"));
    apply(List.of(new Exemption(health, List.of(), true)), List.of(rate(0)));
    assertThat(enter("/health").isBlock()).isFalse();
    assertThat(enter("/a").isBlock()).isTrue();
  }

  @Test
  void refusalsAreCountedUnderSystem() {
    apply(
        List.of(),
        List.of(new SystemRule(0.85, Double.NaN, 0), rate(2)),
        Rulebook.entry("a", "web:GET /a"));
    for (int call = 0; call < 5; call++) {
      Verdict verdict = enter("/a");
      if (!verdict.isBlock()) {
        verdict.admission().exit(ticker.nanos(), Outcome.RETURNED);
      }
    }
    assertThat(engine.totals().blocked()).containsEntry(BlockReason.SYSTEM, 3L);
    assertThat(engine.totals().passed()).isEqualTo(2);
    EntrySnapshot system = engine.entries().get(0);
    assertThat(system.name()).isEqualTo("system");
    assertThat(system.blocked(BlockReason.SYSTEM)).isEqualTo(3);
    assertThat(system.rules().get(0).state()).containsEntry("inside", 0L);
  }
}
