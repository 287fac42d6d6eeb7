package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.BlockReason;
import dev.weir.core.Mode;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.RuleSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuleFileTest {

  private static final String FULL =
      """
      weir: 1
      mode: observe
      app: shop
      x-notes: {anything: [goes, here]}
      instrument:
        http: false
        methods:
          - com.acme.PriceService#query
          - "@org.springframework.stereotype.Service#*"
        exclude: com.acme.generated.**
      exempt:
        - match: web:GET /health
        - match: [web:GET /ready, sql:*]
      on-block:
        status: 503
        headers: {X-Why: full, x-lower: kept}
        content-type: text/plain
        body: |
          no ${reason}
      resources:
        - match: web:GET /orders/{id}
          name: order-read
          except: [web:GET /orders/health]
          mode: enforce
          flow: {limit: 500/s}
        - match: ["method:com.acme.PriceService#query(int, long)", method:com.acme.A#b]
          flow:
            - {limit: 0.5/s, name: slow, mode: off}
            - limit: 1000/10s
          on-block:
            return: empty
            flow: {throw: java.lang.IllegalStateException}
        - match: web:* /**
          unlisted: true
      """;

  private final RuleSet rules = Read.valid(FULL);

  @Test
  void readsTheTopOfTheFile() {
    assertThat(rules.mode()).isEqualTo(Mode.OBSERVE);
    assertThat(rules.app()).isEqualTo("shop");
    assertThat(rules.exempt())
        .extracting(exemption -> texts(exemption.match()))
        .containsExactly(List.of("web:GET /health"), List.of("web:GET /ready", "sql:*"));
  }

  @Test
  void readsWhatIsInstrumented() {
    assertThat(rules.instrument().web()).isTrue();
    assertThat(rules.instrument().http()).isFalse();
    assertThat(rules.instrument().exclude()).containsExactly("com.acme.generated.**");
    assertThat(texts(rules.instrument().methods()))
        .containsExactly(
            "method:com.acme.PriceService#query",
            "method:@org.springframework.stereotype.Service#*");
  }

  @Test
  void readsEntries() {
    Entry first = rules.entries().get(0);
    assertThat(first.identity()).isEqualTo("order-read");
    assertThat(texts(first.match())).containsExactly("web:GET /orders/{id}");
    assertThat(texts(first.except())).containsExactly("web:GET /orders/health");
    assertThat(first.mode()).isEqualTo(Mode.ENFORCE);
    assertThat(first.rules())
        .containsExactly(new FlowRule(null, null, new Rate(500, 1_000_000_000)));

    Entry second = rules.entries().get(1);
    assertThat(second.identity())
        .isEqualTo("method:com.acme.A#b, method:com.acme.PriceService#query(int, long)");
    assertThat(second.rules())
        .containsExactly(
            new FlowRule("slow", Mode.OFF, new Rate(1, 2_000_000_000)),
            new FlowRule(null, null, new Rate(1000, 10_000_000_000L)));

    assertThat(rules.entries().get(2).unlisted()).isTrue();
    assertThat(rules.entries().get(2).rules()).isEmpty();
  }

  @Test
  void entryWithoutOnBlockGetsTheOneOfTheFile() {
    OnBlock.Action action = rules.entries().get(0).onBlock().action(BlockReason.FLOW);
    assertThat(action.status()).isEqualTo(503);
    assertThat(action.headers())
        .containsExactly(Map.entry("X-Why", "full"), Map.entry("x-lower", "kept"));
    assertThat(action.contentType()).isEqualTo("text/plain");
    assertThat(action.body()).isEqualTo("no ${reason}\n");
  }

  @Test
  void mostSpecificOnBlockHoldsAlone() {
    OnBlock onBlock = rules.entries().get(1).onBlock();
    OnBlock.Action flow = onBlock.action(BlockReason.FLOW);
    assertThat(flow.throwClass()).isEqualTo("java.lang.IllegalStateException");
    assertThat(flow.returns()).isNull();
    OnBlock.Action other = onBlock.action(BlockReason.BREAKER);
    assertThat(other.returns()).isEqualTo(new OnBlock.Returned("empty", true));
    assertThat(other.status()).isNull();
  }

  @Test
  void formatAloneIsValid() {
    assertThat(Read.valid("weir: 1"))
        .isEqualTo(
            new RuleSet(Mode.ENFORCE, null, RuleSet.EMPTY.instrument(), List.of(), List.of()));
  }

  private static List<String> texts(List<? extends ResourcePattern> patterns) {
    return patterns.stream().map(ResourcePattern::text).toList();
  }
}
