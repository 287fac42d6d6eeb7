package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limits on the number of calls, in a real JVM. Each test has an entry of its own. */
class FlowIT {

  private static final String PRICES = "method:com.acme.app.PriceService#";
  private static final long MILLI = 1_000_000;

  @RegisterExtension static final SharedApp SHARED = new SharedApp(Launch::plainApp);

  @BeforeEach
  void patternsMeetClassesLate() {
    SHARED.app().announce("matches no method of a class loaded so far");
  }

  private static Reply call(String command, String... arguments) {
    return SHARED.app().call(Groups.METHODS, command, arguments);
  }

  private static void limit(String name, String flow) {
    SHARED.app().entries("- {name: %s, match: '%s*', flow: %s}".formatted(name, PRICES, flow));
  }

  private static Map<String, String> rule(String entry) {
    return SHARED.app().statistics().entry(entry).rule("flow");
  }

  @Test
  void ofAFlashSaleARateTimesAWaitPassEvenlyAndTheRestIsRefusedAtOnce() {
    limit("f1", "{limit: 1000/s, max-wait: 800ms}");
    Reply sale = SHARED.app().call(Groups.LOAD, "together", "3000");
    long passed = Long.parseLong(sale.field("passed"));
    long refused = Long.parseLong(sale.field("refused"));
    assertThat(passed + refused).isEqualTo(3_000);
    // A machine that is busy has them arrive one after the other.
    long drained = Long.parseLong(sale.field("arrivalNanos")) / MILLI + 1;
    assertThat(passed).isBetween(801L, 801 + drained);
    assertThat(Long.parseLong(sale.field("passedNanos"))).isGreaterThanOrEqualTo(800 * MILLI);
    if (refused > 0) {
      assertThat(sale.field("message"))
          .contains("flow.limit 1000/s of entry \"f1\": ")
          .endsWith("one more would wait longer than max-wait 800ms");
    }
    assertThat(SHARED.app().settled("f1").passed()).isEqualTo(passed);
    assertThat(rule("f1")).containsEntry("waiting", "0").containsEntry("slots-lost", "0");
  }

  @Test
  void burstGoesAtOnceAndTheNextCallIsToldWhenToCome() {
    limit("f2", "{limit: 1/h, burst: 3}");
    for (int i = 0; i < 3; i++) {
      assertThat(call("query", "abc").value()).isEqualTo("103");
    }
    Reply refused = call("query", "abc");
    assertThat(refused.field("blocked.reason")).isEqualTo("flow");
    assertThat(refused.field("blocked.message"))
        .contains("flow.limit 1/h with burst 3 of entry \"f2\": the burst of 3 is used up");
    assertThat(rule("f2")).containsEntry("free", "0");
  }

  @Test
  void argumentsHaveLimitsOfTheirOwn() {
    limit("f3", "{limit: 1/h, per: 'arg:0', overrides: {big: 2/h, free: unlimited}}");
    assertThat(call("query", "abc").isRefused()).isFalse();
    assertThat(call("query", "abc").field("blocked.message")).contains("key \"abc\"");
    assertThat(call("query", "xyz").isRefused()).isFalse();
    assertThat(call("query", "big").isRefused()).isFalse();
    assertThat(call("query", "big").isRefused()).isFalse();
    assertThat(call("query", "big").isRefused()).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(call("query", "free").isRefused()).isFalse();
    }
  }

  @Test
  void relatedLimitRefusesWhileThereAreTooManyOfTheOtherEntry() {
    SHARED
        .app()
        .entries(
            """
            - {name: f4-order, match: '%1$sorder', flow: {limit: 3/h}}
            - {name: f4, match: '%1$ssum', flow: {limit: 1/h, related: f4-order}}
            """
                .formatted(PRICES));
    assertThat(call("order", "abc").isRefused()).isFalse();
    assertThat(call("sum").isRefused()).isFalse();
    assertThat(call("order", "abc").isRefused()).isFalse();
    Reply refused = call("sum");
    assertThat(refused.field("blocked.reason")).isEqualTo("flow");
    assertThat(refused.field("blocked.message"))
        .contains(
            "flow.limit 1/h related to f4-order of entry \"f4\": 2 calls of that were granted in the"
                + " last 1 h");
    assertThat(call("order", "abc").isRefused()).isFalse();
    assertThat(call("order", "abc").isRefused()).isTrue(); // by its own limit: it does not count
    assertThat(rule("f4")).containsEntry("granted-related", "3");
  }
}
