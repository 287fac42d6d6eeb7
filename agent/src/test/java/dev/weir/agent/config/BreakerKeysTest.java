package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.Mode;
import dev.weir.core.breaker.BreakerRule;
import dev.weir.core.breaker.BreakerRule.Force;
import dev.weir.core.breaker.Errors;
import dev.weir.core.breaker.StatusRange;
import dev.weir.core.rules.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BreakerKeysTest {

  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;

  @Test
  void whatIsNotWrittenHasItsDefault() {
    assertThat(rule("{error-ratio: 50%}"))
        .isEqualTo(
            new BreakerRule(
                null,
                null,
                0,
                Double.NaN,
                0.5,
                0,
                10 * SECOND,
                5,
                0.95,
                30 * SECOND,
                30 * SECOND,
                1,
                10 * SECOND,
                0,
                0,
                Errors.DEFAULT,
                Force.NONE,
                null));
  }

  @Test
  void eachKeyHasItsMeaning() {
    String written =
        """
        {slow-call: 800ms, slow-ratio: 60%, error-ratio: 0.4, error-count: 30, window: 20s,
         min-calls: 10, confidence: 99%, open-for: 5s, max-open-for: 2m, probes: 3,
         probe-timeout: 2s, ramp: 15s, grace: 1m, force: closed, name: slow, mode: observe,
         errors: {types: java.io.IOException, ignore: [a.B, a.C$D], status: [429, 500-599],
         sql-states: ["08", 40001]}}
        """;
    assertThat(rule(written.replace("\n", " ")))
        .isEqualTo(
            new BreakerRule(
                "slow",
                Mode.OBSERVE,
                800 * MS,
                0.6,
                0.4,
                30,
                20 * SECOND,
                10,
                0.99,
                5 * SECOND,
                120 * SECOND,
                3,
                2 * SECOND,
                15 * SECOND,
                60 * SECOND,
                new Errors(
                    List.of("java.io.IOException"),
                    List.of("a.B", "a.C$D"),
                    List.of(new StatusRange(429, 429), new StatusRange(500, 599)),
                    List.of("08", "40001")),
                Force.CLOSED,
                null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{error-ratio: 100%}",
        "{error-count: 1}",
        "{slow-call: 1s, slow-ratio: 1%}",
        "{force: open}",
        "{force: closed}",
        "{error-ratio: 50%, ramp: 0s, grace: 0s}",
      })
  void oneConditionOrForceIsEnough(String written) {
    assertThat(rule(written)).isNotNull();
    assertThat(Read.warnings(file(written))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"none, 0", "95%, 0.95", "0.999, 0.999", "99.9999%, 0.999999", "1%, 0.01"})
  void confidence(String written, double confidence) {
    assertThat(rule("{error-ratio: 50%, confidence: " + written + "}").confidence())
        .isEqualTo(confidence);
  }

  @Test
  void maximumIsTheFirstTimeWhereItIsNotWritten() {
    assertThat(rule("{error-count: 5, open-for: 2m}").maxOpenForNanos()).isEqualTo(120 * SECOND);
    assertThat(rule("{error-count: 5, max-open-for: 30s}").maxOpenForNanos())
        .isEqualTo(30 * SECOND);
  }

  @Test
  void noStatusMayBeAnError() {
    assertThat(rule("{error-count: 5, errors: {status: []}}").errors().status()).isEmpty();
    assertThat(rule("{error-count: 5, errors: {}}").errors()).isEqualTo(Errors.DEFAULT);
    assertThat(rule("{error-count: 5, errors: {types: a.B}}").errors().status())
        .isEqualTo(Errors.DEFAULT.status());
  }

  @Test
  void severalBreakersOfAnEntryAreTold() {
    List<Rule> rules =
        Read.valid(file("[{error-ratio: 50%, name: a}, {error-count: 5, name: b}]"))
            .entries()
            .get(0)
            .rules();
    assertThat(rules).extracting(Rule::name).containsExactly("a", "b");
  }

  @Test
  void rulesAreInTheOrderInWhichTheyAreAsked() {
    String entry =
        """
        weir: 1
        resources:
          - match: web:GET /
            concurrency: 5
            flow: {limit: 1/s}
            breaker: {error-ratio: 50%}
        """;
    assertThat(Read.valid(entry).entries().get(0).rules())
        .extracting(Rule::kind)
        .containsExactly("breaker", "flow", "concurrency");
  }

  @Test
  void keysWithoutEffectAreWarnedOf() {
    assertThat(Read.warnings(file("{error-count: 5, min-calls: 7, confidence: none}")))
        .containsExactly(
            "rules.yaml:4:42: resources[0].breaker.min-calls: no effect: it is for error-ratio and"
                + " slow-ratio",
            "rules.yaml:4:57: resources[0].breaker.confidence: no effect: it is for error-ratio and"
                + " slow-ratio");
    assertThat(Read.warnings(file("{error-count: 5, errors: {types: [a.B, a.C], ignore: a.C}}")))
        .containsExactly(
            "rules.yaml:4:47: resources[0].breaker.errors.types: no effect: a.C is in ignore, too");
  }

  @Test
  void answerToItsRefusalsHasAnEffect() {
    assertThat(Read.warnings(file("{error-count: 5}") + "    on-block: {breaker: {status: 500}}\n"))
        .isEmpty();
  }

  private static BreakerRule rule(String written) {
    return (BreakerRule) Read.valid(file(written)).entries().get(0).rules().get(0);
  }

  private static String file(String written) {
    return "weir: 1\nresources:\n  - match: web:GET /\n    breaker: " + written + "\n";
  }
}
