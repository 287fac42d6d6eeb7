package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.Mode;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Pacing;
import dev.weir.core.flow.Priority;
import dev.weir.core.flow.Rate;
import dev.weir.core.flow.WarmUp;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.RequestValue;
import dev.weir.core.rules.Rule;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FlowKeysTest {

  private static final Rate TEN = new Rate(10, 1_000_000_000);

  @Test
  void eachKeyOfPacingHasItsMeaning() {
    assertThat(
            rules(
                "{limit: 10/s, max-wait: 800ms, max-waiting: 50, burst: 5, name: sale, mode:"
                    + " observe}"))
        .containsExactly(
            new FlowRule(
                "sale", Mode.OBSERVE, TEN, new Pacing(5, 800_000_000, 50), null, null, null));
  }

  @Test
  void maxWaitAloneSpacesCallsAndBurstAloneDelaysNone() {
    assertThat(rules("{limit: 10/s, max-wait: 1s}"))
        .containsExactly(rule(new Pacing(1, 1_000_000_000, Integer.MAX_VALUE)));
    assertThat(rules("{limit: 10/s, burst: 20}"))
        .containsExactly(rule(new Pacing(20, 0, Integer.MAX_VALUE)));
    assertThat(rules("{limit: 10/s}")).containsExactly(new FlowRule(null, null, TEN));
  }

  @Test
  void eachKeyOfWarmingUpHasItsMeaning() {
    assertThat(rules("{limit: 10/s, warm-up: 10s}"))
        .containsExactly(
            new FlowRule(
                null,
                null,
                TEN,
                null,
                new WarmUp(10_000_000_000L, 3, WarmUp.When.IDLE),
                null,
                null));
    assertThat(rules("{limit: 10/s, warm-up: 1s, cold-factor: 5, warm-up-on: start, burst: 2}"))
        .containsExactly(
            new FlowRule(
                null,
                null,
                TEN,
                new Pacing(2, 0, Integer.MAX_VALUE),
                new WarmUp(1_000_000_000, 5, WarmUp.When.START),
                null,
                null));
    assertThat(Read.warnings(file("{limit: 10/s, cold-factor: 5}")))
        .containsExactly(
            "rules.yaml:4:38: resources[0].flow.cold-factor: no effect: without warm-up the limit"
                + " holds from the first call on");
  }

  @Test
  void callsOfPriorityAreThoseWithAValue() {
    assertThat(rules("{limit: 10/s, priority: {when: 'query:p=a=b', borrow: 500ms}}"))
        .containsExactly(
            new FlowRule(
                null,
                null,
                TEN,
                null,
                null,
                new Priority(
                    new RequestValue(new KeyPart(KeyPart.Source.QUERY, "p"), "a=b"), 500_000_000),
                null));
  }

  @Test
  void borrowThatDoesNotReachTheNextPermitIsWarnedOf() {
    String priority = ", priority: {when: 'query:p=1', borrow: ";
    assertThat(Read.warnings(file("{limit: 10/s" + priority + "500ms}}")))
        .containsExactly(
            "rules.yaml:4:63: resources[0].flow.priority.borrow: \"500ms\" is shorter than the"
                + " period of limit, 1s: where permits come free later, calls of priority are"
                + " refused; write borrow: 1s");
    assertThat(Read.warnings(file("{limit: 10/h" + priority + "10m}}")))
        .containsExactly(
            "rules.yaml:4:63: resources[0].flow.priority.borrow: \"10m\" is shorter than the"
                + " period of limit, 1h: where permits come free later, calls of priority are"
                + " refused; write a limit with a shorter period");
    assertThat(Read.warnings(file("{limit: 10/s" + priority + "1s}}"))).isEmpty();
    assertThat(Read.warnings(file("{limit: 1/10m" + priority + "10m}}"))).isEmpty();
  }

  @Test
  void callsThatCannotHavePriorityAreWarnedOf() {
    String limit = "{limit: 10/s, priority: {when: 'query:p=1', borrow: 1s}}";
    assertThat(Read.warnings(file(limit).replace("web:GET /", "[web:GET /, sql:shop *]")))
        .containsExactly(
            "rules.yaml:4:35: resources[0].flow.priority: holds for none but the web calls of"
                + " match");
  }

  @Test
  void valueMayHaveAWaitOfItsOwn() {
    Rule rule =
        rules("{limit: 10/s, per: ip, overrides: {10.0.0.7: {max-wait: 1s}, 10.0.0.8: 10/s}}")
            .get(0);
    Keying keying = Objects.requireNonNull(rule.keying());
    assertThat(keying.overrides().values())
        .containsExactly(
            rule(new Pacing(1, 1_000_000_000, Integer.MAX_VALUE)), new FlowRule(null, null, TEN));
  }

  @Test
  void keysWithoutEffectAreWarnedOf() {
    assertThat(Read.warnings(file("{limit: 10/s, max-waiting: 7}")))
        .containsExactly(
            "rules.yaml:4:38: resources[0].flow.max-waiting: no effect: without max-wait no call"
                + " waits");
    assertThat(Read.warnings(file("{limit: 0/s, max-wait: 1s, burst: 2}")))
        .containsExactly(
            "rules.yaml:4:34: resources[0].flow.max-wait: no effect: no call is ever granted",
            "rules.yaml:4:45: resources[0].flow.burst: no effect: no call is ever granted");
    assertThat(Read.warnings(file("{limit: unlimited, burst: 2}")))
        .containsExactly("rules.yaml:4:37: resources[0].flow.burst: no effect: nothing is limited");
    assertThat(Read.warnings(file("{limit: 10/s, max-wait: 1s, max-waiting: 7, burst: 2}")))
        .isEmpty();
  }

  private static FlowRule rule(Pacing pacing) {
    return new FlowRule(null, null, TEN, pacing, null, null, null);
  }

  private static List<Rule> rules(String written) {
    return Read.valid(file(written)).entries().get(0).rules();
  }

  private static String file(String written) {
    return "weir: 1\nresources:\n  - match: web:GET /\n    flow: " + written + "\n";
  }
}
