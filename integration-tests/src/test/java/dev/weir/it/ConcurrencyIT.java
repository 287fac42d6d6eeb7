package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limits on the calls inside, in a real JVM. Each test has an entry of its own. */
class ConcurrencyIT {

  private static final String PRICES = "method:com.acme.app.PriceService#";

  @RegisterExtension static final SharedApp SHARED = new SharedApp(Launch::plainApp);

  @BeforeEach
  void patternsMeetClassesLate() {
    SHARED.app().announce("matches no method of a class loaded so far");
  }

  private static Reply call(String command, String... arguments) {
    return SHARED.app().call(Groups.METHODS, command, arguments);
  }

  private static void rules(String resources) {
    SHARED.app().entries(resources);
  }

  private static void limit(String name, String concurrency) {
    rules("- {name: %s, match: '%s*', concurrency: %s}".formatted(name, PRICES, concurrency));
  }

  private static Map<String, String> rule(String entry) {
    return SHARED.app().statistics().entry(entry).rule("concurrency");
  }

  /** Calls from so many connections at once. */
  private static List<CompletableFuture<Reply>> callTogether(
      int count, String command, String argument) {
    List<CompletableFuture<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      replies.add(
          CompletableFuture.supplyAsync(
              () -> {
                try (ControlClient connection = SHARED.app().connect()) {
                  return connection.call(Groups.METHODS, command, argument);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              },
              task -> new Thread(task).start()));
    }
    return replies;
  }

  @Test
  void callBeyondMaxIsRefused() {
    limit("c1", "2");
    List<CompletableFuture<Reply>> inside = callTogether(2, "slow", "3000");
    await().until(() -> SHARED.app().statistics().entry("c1").inFlight() == 2);
    Reply refused = call("query", "abc");
    assertThat(refused.causes()).isEqualTo("dev.weir.bridge.BlockedException");
    assertThat(refused.field("blocked.reason")).isEqualTo("concurrency");
    assertThat(refused.field("blocked.message")).contains("2 calls are inside");
    assertThat(rule("c1")).containsEntry("inside", "2").containsEntry("max", "2");
    inside.forEach(CompletableFuture::join);
    assertThat(call("query", "abc").value()).isEqualTo("103");
    assertThat(rule("c1")).containsEntry("inside", "0");
  }

  @Test
  void callWaitsForOneToLeave() {
    limit("c2", "{max: 1, max-wait: 5s, max-waiting: 2}");
    List<CompletableFuture<Reply>> replies = callTogether(4, "slow", "300");
    long refused = replies.stream().map(CompletableFuture::join).filter(Reply::isRefused).count();
    assertThat(refused).as("one runs, two wait").isEqualTo(1);
    Statistics.Entry counts = SHARED.app().settled("c2");
    assertThat(counts.passed()).isEqualTo(3);
    assertThat(Duration.ofNanos(counts.rtSumNanos()))
        .as("response times are those of the calls, without their waits")
        .isBetween(Duration.ofMillis(900), Duration.ofMillis(1_700));
    assertThat(rule("c2")).containsEntry("inside", "0").containsEntry("waiting", "0");
  }

  @Test
  void asynchronousCallIsInsideUntilItCompletes() {
    limit("c3", "1");
    call("pending");
    assertThat(call("query", "abc").field("blocked.reason")).isEqualTo("concurrency");
    assertThat(call("complete").value()).isEqualTo("true");
    assertThat(call("query", "abc").value()).isEqualTo("103");
    call("pending");
    assertThat(call("cancel").value()).isEqualTo("true");
    assertThat(call("query", "abc").value()).isEqualTo("103");
  }

  @Test
  void asynchronousCallThatNeverCompletesLosesItsPlace() {
    SHARED.app().announce("has not ended for");
    limit("c4", "{max: 1, max-hold: 2s}");
    call("pending");
    assertThat(call("query", "abc").isRefused()).isTrue();
    await().pollInterval(Duration.ofMillis(50)).until(() -> !call("query", "abc").isRefused());
    SHARED.app().awaitStderr("concurrency of \"c4\" .*has not ended for .*max-hold 2s");
    assertThat(call("complete").value()).isEqualTo("true");
    assertThat(rule("c4")).as("its late end frees nothing").containsEntry("inside", "0");
  }

  @Test
  void argumentsHavePlacesOfTheirOwn() {
    rules(
        """
        - name: c5
          match: '%sslow'
          concurrency: {max: 1, per: 'arg:0', overrides: {"3100": 2, "1": unlimited}}
        """
            .formatted(PRICES));
    List<CompletableFuture<Reply>> inside = callTogether(1, "slow", "3000");
    inside.addAll(callTogether(2, "slow", "3100"));
    await().until(() -> SHARED.app().statistics().entry("c5").inFlight() == 3);
    assertThat(call("slow", "3000").isRefused()).isTrue();
    assertThat(call("slow", "3100").isRefused()).isTrue();
    assertThat(call("slow", "2").value()).isEqualTo("slow");
    inside.forEach(CompletableFuture::join);
    assertThat(callTogether(5, "slow", "1").stream().map(CompletableFuture::join))
        .noneMatch(Reply::isRefused);
  }

  @Test
  void lowerLimitHoldsForNewCallsAndTheirsThatAreInsideEndInPeace() {
    limit("c6", "3");
    List<CompletableFuture<Reply>> inside = callTogether(3, "slow", "4000");
    await().until(() -> SHARED.app().statistics().entry("c6").inFlight() == 3);
    limit("c6", "1");
    assertThat(rule("c6")).containsEntry("inside", "3").containsEntry("max", "1");
    assertThat(call("query", "abc").isRefused()).isTrue();
    assertThat(inside.stream().map(CompletableFuture::join)).noneMatch(Reply::isRefused);
    assertThat(call("query", "abc").value()).isEqualTo("103");
    assertThat(rule("c6")).containsEntry("inside", "0");
  }

  /** Calls from one connection until it is told to stop; of those refused, why. */
  private static CompletableFuture<List<String>> callUntil(AtomicBoolean over) {
    return CompletableFuture.supplyAsync(
        () -> {
          List<String> refusals = new ArrayList<>();
          try (ControlClient connection = SHARED.app().connect()) {
            while (!over.get()) {
              Reply reply = connection.call(Groups.METHODS, "slow", "5");
              if (reply.isRefused()) {
                refusals.add(reply.field("blocked.message"));
              }
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return refusals;
        },
        task -> new Thread(task).start());
  }

  @Test
  void adaptiveLimitLearnsBetweenItsBounds() {
    limit("c7", "{adaptive: {min: 2, max: 4}}");
    assertThat(rule("c7"))
        .containsEntry("limit", "2")
        .containsEntry("min", "2")
        .containsEntry("max", "4")
        .containsEntry("no-load-latency", "unknown");
    AtomicBoolean over = new AtomicBoolean();
    List<CompletableFuture<List<String>>> callers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      callers.add(callUntil(over));
    }
    try {
      await()
          .until(
              () -> {
                Map<String, String> seen = rule("c7");
                assertThat(Integer.parseInt(seen.get("inside"))).isLessThanOrEqualTo(4);
                return Integer.parseInt(seen.get("limit")) > 2;
              });
    } finally {
      over.set(true);
    }
    for (CompletableFuture<List<String>> caller : callers) {
      assertThat(caller.join())
          .allMatch(
              message ->
                  message.matches(
                      ".* refused: concurrency\\.adaptive limit [2-4] \\(2 to 4\\) of entry \"c7\": .*inside"));
    }
    assertThat(SHARED.app().settled("c7").blocked()).isPositive();
    assertThat(rule("c7")).containsEntry("inside", "0");
    assertThat(rule("c7").get("no-load-latency")).isNotEqualTo("unknown");
  }
}
