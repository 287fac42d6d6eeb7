package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.flow.Rate;
import dev.weir.core.flow.RelatedRule;
import dev.weir.core.rules.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;

class RelatedTest {

  private static final long SECOND = 1_000_000_000;

  @Test
  void otherEntryIsNamedByItsNameOrByOneOfItsMatch() {
    assertThat(rules("order")).containsExactly(rule("order"));
    assertThat(rules("\"web:PUT /orders/{id}\"")).containsExactly(rule("web:PUT /orders/{id}"));
  }

  @Test
  void perOfTheEntryMeansItsOtherRules() {
    assertThat(Read.valid(file("order").replace("x-none: 0", "per: ip")).entries().get(1).rules())
        .containsExactly(rule("order"));
  }

  @Test
  void entryThatIsOffCountsNothing() {
    assertThat(
            Read.warnings(
                """
                weir: 1
                resources:
                  - {match: "web:POST /orders", name: order, mode: off}
                  - match: web:GET /reports
                    flow: {limit: 80/s, related: order}
                """))
        .containsExactly(
            "rules.yaml:5:34: resources[1].flow.related: no effect: resources[0] is off, and counts"
                + " nothing");
  }

  private static List<Rule> rules(String related) {
    return Read.valid(file(related)).entries().get(1).rules();
  }

  private static String file(String related) {
    return """
    weir: 1
    resources:
      - match: ["web:POST /orders", "web:PUT /orders/{id}"]
        name: order
      - match: web:GET /reports
        x-none: 0
        flow: {limit: 80/s, related: %s}
    """
        .formatted(related);
  }

  private static RelatedRule rule(String related) {
    return new RelatedRule(null, null, new Rate(80, SECOND), related);
  }
}
