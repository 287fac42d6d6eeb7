package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.core.Mode;
import dev.weir.core.concurrency.ConcurrencyRule;
import dev.weir.core.concurrency.Limit;
import dev.weir.core.rules.Rule;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ConcurrencyKeysTest {

  @Test
  void bareNumberIsMax() {
    assertThat(rules("64"))
        .containsExactly(
            new ConcurrencyRule(null, null, 64, 0, Integer.MAX_VALUE, 600_000_000_000L, null));
    assertThat(rules("{max: 64}")).isEqualTo(rules("64"));
    assertThat(rules("'64'")).isEqualTo(rules("64"));
    assertThat(rules("${env:NOT_SET:64}")).isEqualTo(rules("64"));
  }

  @Test
  void eachKeyHasItsMeaning() {
    assertThat(
            rules(
                "{max: 8, max-wait: 100ms, max-waiting: 50, max-hold: 1m, name: tight, mode:"
                    + " observe}"))
        .containsExactly(
            new ConcurrencyRule("tight", Mode.OBSERVE, 8, 100_000_000, 50, 60_000_000_000L, null));
  }

  @Test
  void maxMayRefuseAllOrNone() {
    assertThat(rules("0")).extracting(rule -> ((ConcurrencyRule) rule).max()).containsExactly(0);
    assertThat(rules("unlimited"))
        .extracting(rule -> ((ConcurrencyRule) rule).max())
        .containsExactly(ConcurrencyRule.UNLIMITED);
  }

  @Test
  void listMixesBothForms() {
    assertThat(rules("[64, {max: 8, name: tight}]"))
        .extracting(Rule::name, rule -> ((ConcurrencyRule) rule).max())
        .containsExactly(tuple(null, 64), tuple("tight", 8));
  }

  @Test
  void adaptiveStandsForMax() {
    assertThat(rules("{adaptive: {min: 8, max: 512}, max-wait: 100ms}"))
        .containsExactly(
            new ConcurrencyRule(
                null,
                null,
                new Limit.Adaptive(8, 512),
                100_000_000,
                Integer.MAX_VALUE,
                600_000_000_000L,
                null));
  }

  @Test
  void adaptiveAndMaxReplaceEachOtherForSingleValues() {
    assertThat(
            overrides(
                "{adaptive: {min: 8, max: 512}, per: cookie:sid, overrides: {a: 5, b: {max: 6}, "
                    + "c: {max-wait: 1s}, d: unlimited, e: {adaptive: {min: 1, max: 2}}}}"))
        .containsExactly(
            new Limit.Fixed(5),
            new Limit.Fixed(6),
            new Limit.Adaptive(8, 512),
            new Limit.Fixed(Limit.UNLIMITED),
            new Limit.Adaptive(1, 2));
    assertThat(
            overrides(
                "{max: 5, per: cookie:sid, overrides: {a: {adaptive: {min: 1, max: 2}}, b: 6}}"))
        .containsExactly(new Limit.Adaptive(1, 2), new Limit.Fixed(6));
  }

  private static List<Limit> overrides(String written) {
    return Objects.requireNonNull(rules(written).get(0).keying()).overrides().values().stream()
        .map(rule -> ((ConcurrencyRule) rule).limit())
        .toList();
  }

  @Test
  void keysWithoutEffectAreWarnedOf() {
    assertThat(Read.warnings(file("{max: 5, max-waiting: 7}")))
        .containsExactly(
            "rules.yaml:4:40: resources[0].concurrency.max-waiting: no effect: without max-wait no"
                + " call waits");
    assertThat(Read.warnings(file("{max: 0, max-wait: 1s}")))
        .containsExactly(
            "rules.yaml:4:37: resources[0].concurrency.max-wait: no effect: no call is ever inside"
                + " that another could wait for");
    assertThat(Read.warnings(file("{max: 5, max-wait: 1s, max-waiting: 7}"))).isEmpty();
  }

  @Test
  void answerToItsRefusalsHasAnEffect() {
    assertThat(
            Read.warnings(
                file("5") + "    on-block: {concurrency: {status: 503}, flow: {status: 429}}\n"))
        .containsExactly(
            "rules.yaml:5:50: resources[0].on-block.flow: no effect: the entry has no flow rule");
  }

  private static List<Rule> rules(String written) {
    return Read.valid(file(written)).entries().get(0).rules();
  }

  private static String file(String written) {
    return "weir: 1\nresources:\n  - match: web:GET /\n    concurrency: " + written + "\n";
  }
}
