package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.RuleSet;
import org.junit.jupiter.api.Test;

class EnvironmentTextTest {

  @Test
  void replacesInValuesOfEveryType() {
    RuleSet rules =
        Read.valid(
            """
            weir: 1
            app: ${env:APP}-${env:STAGE:test}${env:EMPTY}
            resources:
              - match: web:GET /${env:APP}/{id}
                flow: {limit: "${env:LIMIT}"}
            """);
    assertThat(rules.app()).isEqualTo("shop-test");
    assertThat(rules.entries().get(0).match().get(0).text()).isEqualTo("web:GET /shop/{id}");
    assertThat(rules.entries().get(0).rules())
        .containsExactly(new FlowRule(null, null, new Rate(7, 1_000_000_000)));
  }

  @Test
  void defaultMayBeEmptyAndHoldColons() {
    assertThat(app("a${env:UNSET:}")).isEqualTo("a");
    assertThat(app("${env:UNSET:redis://h:1}")).isEqualTo("redis://h:1");
    assertThat(app("${env:APP:other}")).isEqualTo("shop");
  }

  @Test
  void whatWasPutInIsNotReplacedAgain() {
    assertThat(app("${env:NESTED}")).isEqualTo("${env:APP}");
  }

  @Test
  void otherDollarsAreLeftAlone() {
    assertThat(app("$5 ${resource} ${ENV:X} $env:X")).isEqualTo("$5 ${resource} ${ENV:X} $env:X");
  }

  @Test
  void keysAreNotReplaced() {
    assertThat(Read.errors("weir: 1\n${env:APP}: 1").get(0)).contains("unknown key");
  }

  @Test
  void wrongValueTellsWhereItCameFrom() {
    assertThat(Read.errors("weir: 1\nmode: ${env:WRONG}"))
        .containsExactly(
            "rules.yaml:2:7: mode: \"5oo/s\" (from ${env:WRONG}) is not a mode; write enforce,"
                + " observe or off");
  }

  private static String app(String written) {
    String app = Read.valid("weir: 1\napp: " + written).app();
    return app == null ? "" : app;
  }
}
