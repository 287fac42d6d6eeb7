package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.BlockReason;
import dev.weir.core.concurrency.ConcurrencyRule;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Exemption;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.RequestValue;
import dev.weir.core.rules.RuleSet;
import dev.weir.core.system.SystemRule;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SystemKeysTest {

  private static final long SECOND = 1_000_000_000;
  private static final double NONE = Double.NaN;

  @Test
  void eachKeyHasItsMeaning() {
    Entry system =
        system(
            "{cpu: 85%, load: 4.0, inbound-rate: 5000/s, inbound-concurrency: 400,"
                + " inbound-latency: 800ms}");
    assertThat(system.isSystem()).isTrue();
    assertThat(system.rules())
        .containsExactly(
            new SystemRule(0.85, 4, 800_000_000),
            new FlowRule("inbound-rate", null, new Rate(5_000, SECOND)),
            new ConcurrencyRule(
                "inbound-concurrency",
                null,
                400,
                0,
                Integer.MAX_VALUE,
                ConcurrencyRule.DEFAULT_MAX_HOLD_NANOS,
                null));
  }

  @Test
  void eachKeyMayStandAlone() {
    assertThat(system("{cpu: 0.5}").rules()).containsExactly(new SystemRule(0.5, NONE, 0));
    assertThat(system("{load: 2.5}").rules()).containsExactly(new SystemRule(NONE, 2.5, 0));
    assertThat(system("{inbound-latency: 1s}").rules())
        .containsExactly(new SystemRule(NONE, NONE, SECOND));
    assertThat(system("{inbound-rate: 0.5/s}").rules())
        .containsExactly(new FlowRule("inbound-rate", null, new Rate(1, 2 * SECOND)));
    assertThat(system("{inbound-concurrency: unlimited}").rules()).hasSize(1);
  }

  @Test
  void withoutTheKeyThereAreNoSuchRules() {
    assertThat(Read.valid("weir: 1").system()).isNull();
  }

  @Test
  void exemptionsAreOfSystemAlone() {
    RuleSet rules =
        Read.valid(
            """
            weir: 1
            exempt: [{match: 'web:GET /health'}]
            system: {cpu: 85%, exempt: [{match: 'web:GET /vip/**'}, {when: 'header:X-Tier=vip'}]}
            """);
    assertThat(rules.exempt()).hasSize(3);
    assertThat(rules.exempt().get(0).systemOnly()).isFalse();
    assertThat(rules.exempt().get(1).systemOnly()).isTrue();
    assertThat(rules.exempt().get(1)).hasToString("web:GET /vip/**");
    assertThat(rules.exempt().get(2))
        .isEqualTo(
            new Exemption(
                List.of(),
                List.of(new RequestValue(new KeyPart(KeyPart.Source.HEADER, "X-Tier"), "vip")),
                true));
  }

  @Test
  void exemptionsMayHaveSeveralValues() {
    RuleSet rules =
        Read.valid(
            """
            weir: 1
            exempt: [{match: 'web:* /**', when: ['query:q=a=b', 'cookie:sid=7']}]
            """);
    assertThat(rules.exempt().get(0)).hasToString("web:* /** when query:q=a=b when cookie:sid=7");
    assertThat(Read.warnings("weir: 1\nexempt: [{match: 'sql:*', when: 'query:q=1'}]\n"))
        .containsExactly(
            "rules.yaml:2:18: exempt[0].match: no effect: when is asked of requests, not of sql"
                + " calls");
  }

  @Test
  void onBlockOfTheFileHolds() {
    RuleSet rules =
        Read.valid("weir: 1\non-block: {system: {status: 529}}\nsystem: {inbound-rate: 5/s}\n");
    assertThat(Objects.requireNonNull(rules.system()).onBlock().action(BlockReason.SYSTEM).status())
        .isEqualTo(529);
  }

  @Test
  void whatHasNoEffectIsWarnedOf() {
    assertThat(Read.warnings("weir: 1\nsystem: {}\n"))
        .containsExactly(
            "rules.yaml:2:9: system: no effect: it limits nothing; write cpu, load, inbound-rate,"
                + " inbound-concurrency or inbound-latency");
    assertThat(Read.warnings("weir: 1\nsystem: {cpu: 100%}\n"))
        .containsExactly(
            "rules.yaml:2:15: system.cpu: hardly any effect: that is all that the process may use;"
                + " write less, e.g. 85%");
    assertThat(
            Read.warnings(
                "weir: 1\nsystem: {cpu: 85%, exempt: [{match: ['sql:*', 'web:GET /a']}]}\n"))
        .containsExactly(
            "rules.yaml:2:37: system.exempt[0].match: no effect: system refuses no sql calls");
    assertThat(Read.warnings("weir: 1\ninstrument: {web: false}\nsystem: {cpu: 85%}\n"))
        .containsExactly("rules.yaml:3:9: system: no effect: instrument.web is false");
    assertThat(Read.warnings("weir: 1\nsystem: {cpu: 85%, load: 4}\n")).isEmpty();
  }

  private static Entry system(String yaml) {
    return Objects.requireNonNull(Read.valid("weir: 1\nsystem: " + yaml + "\n").system());
  }
}
