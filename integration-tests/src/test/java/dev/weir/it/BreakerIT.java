package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Breakers in a real JVM, on its own clock. Each test has an entry of its own. */
class BreakerIT {

  private static final String PRICES = "method:com.acme.app.PriceService#";

  @RegisterExtension static final SharedApp SHARED = new SharedApp(Launch::plainApp);

  @BeforeEach
  void whatBreakersSayIsExpected() {
    SHARED.app().announce("breaker of \".*\" opened: ");
    SHARED.app().announce("matches no method of a class loaded so far");
  }

  private static Reply call(String command, String... arguments) {
    return SHARED.app().call(Groups.METHODS, command, arguments);
  }

  private static void rules(String resources) {
    SHARED.app().entries(resources);
  }

  /** A breaker of its own on all methods of the service; two failures open it. */
  private static void breaker(String name, String settings) {
    rules(
        "- {name: %s, match: '%s*', breaker: {error-count: 2, %s}}"
            .formatted(name, PRICES, settings));
  }

  private static void open() {
    for (int i = 0; i < 2; i++) {
      assertThat(call("order", "x").thrown()).isEqualTo("com.acme.app.PriceService$OutOfStock");
    }
    assertThat(call("query", "abc").field("blocked.reason")).isEqualTo("breaker");
  }

  private static String state(String entry) {
    return SHARED.app().statistics().entry(entry).rule("breaker").getOrDefault("state", "");
  }

  private static void awaitAdmitted(String command, String... arguments) {
    await()
        .atMost(Duration.ofSeconds(10))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !call(command, arguments).isRefused());
  }

  /** A probe that does not end by itself; a refused call gives a future that is done. */
  private static void awaitPendingProbe() {
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(() -> call("pending").value().equals("false"));
  }

  private static void awaitEvent(String text) {
    SHARED.app().awaitStderr(text);
  }

  @Test
  void opensOnErrorsAndClosesAfterAProbe() {
    breaker("b1", "open-for: 1500ms");
    open();
    Reply refused = call("query", "abc");
    assertThat(refused.causes()).isEqualTo("dev.weir.bridge.BlockedException");
    assertThat(refused.field("blocked.entry")).isEqualTo("b1");
    assertThat(refused.field("blocked.retryAfter")).matches("PT[01]\\..*S");
    assertThat(state("b1")).isEqualTo("open");
    awaitAdmitted("query", "abc");
    assertThat(state("b1")).isEqualTo("closed");
    awaitEvent("breaker of \"b1\" opened: ");
    awaitEvent("breaker of \"b1\" half-open: ");
    awaitEvent("breaker of \"b1\" closed: ");
  }

  @Test
  void failedProbeOpensItForLonger() {
    breaker("b2", "open-for: 1500ms, max-open-for: 1h");
    open();
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !call("order", "x").isRefused()); // the probe, which fails
    Reply refused = call("query", "abc");
    assertThat(refused.field("blocked.reason")).isEqualTo("breaker");
    assertThat(Duration.parse(refused.field("blocked.retryAfter")))
        .isBetween(Duration.ofMillis(1_501), Duration.ofSeconds(3));
    awaitAdmitted("query", "abc");
  }

  @Test
  void probeThatNeverReturnsFailsByItsDeadline() {
    breaker("b3", "open-for: 1500ms, probe-timeout: 1500ms");
    open();
    awaitPendingProbe();
    assertThat(state("b3")).isEqualTo("half-open");
    assertThat(call("query", "abc").isRefused()).as("the one probe is out").isTrue();
    awaitAdmitted("query", "abc");
    assertThat(state("b3")).isEqualTo("closed");
    awaitEvent("breaker of \"b3\" opened: trial 1 failed: ");
    assertThat(call("complete").value()).isEqualTo("true");
    assertThat(state("b3")).as("its late end decides nothing").isEqualTo("closed");
  }

  @Test
  void probeThatAnotherRuleRefusesIsFreeAgain() {
    rules(
        """
        - {name: b4, match: '%s*', breaker: {error-count: 2, open-for: 1500ms}}
        - {name: none, match: '%squery', flow: {limit: 1/1h}}
        """
            .formatted(PRICES, PRICES));
    assertThat(call("query", "abc").value()).isEqualTo("103");
    for (int i = 0; i < 2; i++) {
      call("order", "x");
    }
    assertThat(call("touch").field("blocked.reason")).isEqualTo("breaker");
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(() -> call("query", "abc").field("blocked.reason").equals("flow"));
    awaitAdmitted("touch");
    assertThat(state("b4")).isEqualTo("closed");
  }

  @Test
  void lateCallFromBeforeOpeningDecidesNothing() throws Exception {
    breaker("b5", "open-for: 1500ms, probe-timeout: 1h");
    try (ControlClient other = SHARED.app().connect()) {
      CompletableFuture<Reply> late =
          CompletableFuture.supplyAsync(() -> other.call(Groups.METHODS, "slow", "5000"));
      await().until(() -> SHARED.app().statistics().entry("b5").inFlight() == 1);
      open();
      awaitPendingProbe();
      assertThat(late.get().value()).isEqualTo("slow");
      assertThat(state("b5")).as("the late success is not the probe's").isEqualTo("half-open");
      assertThat(call("query", "abc").isRefused()).isTrue();
    }
    assertThat(call("complete").value()).isEqualTo("true");
    assertThat(state("b5")).isEqualTo("closed");
  }

  @Test
  void ignoredExceptionOfAProbeFreesItsPlace() {
    breaker("b6", "open-for: 1500ms, errors: {ignore: 'com.acme.app.PriceService$OutOfStock'}");
    for (int i = 0; i < 4; i++) {
      assertThat(call("order", "x").thrown()).isEqualTo("com.acme.app.PriceService$OutOfStock");
    }
    for (int i = 0; i < 2; i++) {
      call("failing"); // completes exceptionally, with something else
    }
    // It ends when its future does, on another thread.
    await()
        .pollInterval(Duration.ofMillis(10))
        .until(() -> call("query", "abc").field("blocked.reason").equals("breaker"));
    await().pollInterval(Duration.ofMillis(20)).until(() -> !call("order", "x").isRefused());
    assertThat(state("b6")).as("it neither failed nor succeeded").isEqualTo("half-open");
    assertThat(call("query", "abc").value()).as("the next is the probe").isEqualTo("103");
    assertThat(state("b6")).isEqualTo("closed");
  }

  @Test
  void editWhileOpenKeepsItOpen() {
    breaker("b7", "open-for: 1h");
    open();
    breaker("b7", "open-for: 2h, window: 20s");
    Reply refused = call("query", "abc");
    assertThat(refused.field("blocked.reason")).isEqualTo("breaker");
    assertThat(Duration.parse(refused.field("blocked.retryAfter")))
        .isBetween(Duration.ofMinutes(119), Duration.ofHours(2));
    assertThat(state("b7")).isEqualTo("open");
    breaker("b7", "open-for: 2h, force: closed");
    assertThat(call("query", "abc").value()).isEqualTo("103");
  }

  @Test
  void observedBreakerRefusesNobodyAndTriesWithTheFirstCalls() {
    rules(
        "- {name: b8, match: '%s*', mode: observe, breaker: {error-count: 2, open-for: 1500ms}}"
            .formatted(PRICES));
    for (int i = 0; i < 3; i++) {
      call("order", "x");
    }
    assertThat(call("query", "abc").value()).isEqualTo("103");
    Statistics.Entry counts = SHARED.app().settled("b8");
    assertThat(counts.wouldBlock()).isEqualTo(2);
    assertThat(counts.blocked()).isZero();
    assertThat(state("b8")).isEqualTo("open");
    await()
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              assertThat(call("query", "abc").value()).isEqualTo("103");
              return state("b8").equals("closed");
            });
  }

  @Test
  void statusOfAnOutboundCallCountsAndItsRetryAfterIsRespected() {
    rules(
        """
        - name: b9
          match: "http:GET localhost/busy"
          breaker: {error-count: 2, open-for: 1s, max-open-for: 1h}
        """);
    for (int i = 0; i < 2; i++) {
      assertThat(SHARED.app().call(Groups.HTTP, "send", "GET", "/busy").field("status"))
          .isEqualTo("503");
    }
    Reply refused = SHARED.app().call(Groups.HTTP, "send", "GET", "/busy");
    assertThat(refused.causes())
        .isEqualTo("dev.weir.bridge.BlockedIOException <- dev.weir.bridge.BlockedException");
    assertThat(Duration.parse(refused.field("blocked.retryAfter")))
        .isBetween(Duration.ofSeconds(90), Duration.ofSeconds(120));
  }

  @Test
  void ownRefusalInsideACallIsNoErrorOfThatCall() {
    rules(
        """
        - {name: b10, match: '%souter', breaker: {error-count: 2, open-for: 1h}}
        - {name: inner, match: '%squery', flow: {limit: 0/s}}
        """
            .formatted(PRICES, PRICES));
    for (int i = 0; i < 5; i++) {
      assertThat(call("outer", "abc").field("blocked.entry")).isEqualTo("inner");
    }
    assertThat(state("b10")).isEqualTo("closed");
  }

  @Test
  void callThatHangsCountsAsSlowWhileItRuns() throws Exception {
    rules(
        """
        - name: b11
          match: '%s*'
          breaker: {slow-call: 100ms, slow-ratio: 50%%, min-calls: 1, confidence: none, open-for: 1h}
        """
            .formatted(PRICES));
    try (ControlClient other = SHARED.app().connect()) {
      CompletableFuture<Reply> hanging =
          CompletableFuture.supplyAsync(() -> other.call(Groups.METHODS, "slow", "5000"));
      await().until(() -> SHARED.app().statistics().entry("b11").inFlight() == 1);
      Thread.sleep(300);
      assertThat(call("query", "abc").field("blocked.reason")).isEqualTo("breaker");
      assertThat(hanging).isNotDone();
      assertThat(hanging.get().value()).isEqualTo("slow");
    }
  }
}
