package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code system} before a real container, with a CPU quota that the test writes. */
class SystemIT {

  private static final Path HOST = host();

  @RegisterExtension
  static final SharedApp SHARED =
      new SharedApp(() -> Container.TOMCAT_10.launch().jvm("-Dweir.cgroup-root=" + HOST));

  private static Web web;

  /** A container as Docker makes it, but for the CPU time, which is that of the real process. */
  private static Path host() {
    try {
      Path root = Files.createTempDirectory("weir-host");
      Files.createDirectories(root.resolve("proc/self"));
      Files.createDirectories(root.resolve("sys/fs/cgroup"));
      Files.writeString(root.resolve("proc/self/cgroup"), "0::/\n");
      Files.writeString(
          root.resolve("proc/self/mountinfo"),
          "1064 1061 0:29 / /sys/fs/cgroup ro,nosuid,nodev,noexec,relatime - cgroup2 cgroup rw\n");
      quota(root, "max 100000");
      return root;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void quota(Path root, String quota) {
    try {
      Files.writeString(root.resolve("sys/fs/cgroup/cpu.max"), quota + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeAll
  static void connect() {
    web = new Web(SHARED.app().httpPort());
  }

  private static void rules(String text) {
    SHARED.app().rules("weir: 1\n" + text);
  }

  private static Statistics.Entry system() {
    return SHARED.app().statistics().entry("system");
  }

  /** It is read every ten seconds. */
  private static boolean isHeldToTheQuota() {
    return "0.01".equals(system().rule("system").get("allowed-cpus"));
  }

  private static boolean isRefused(HttpResponse<String> response) {
    return response.headers().firstValue("Weir-Blocked").isPresent();
  }

  private static void assertRefused(HttpResponse<String> response) {
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.headers().firstValue("Weir-Blocked")).hasValue("system");
    assertThat(response.body()).contains("The service is overloaded");
  }

  @Test
  void inboundRateIsExactOverAllRequestsListedOrNot() {
    rules(
        """
        system: {inbound-rate: 5/1h}
        resources:
          - {name: one, match: "web:GET /orders/1", flow: {limit: 100/1h}}
        """);
    Statistics.Entry before = system();
    for (String path : List.of("/orders/1", "/orders/2", "/hello.txt", "/orders/1", "/no-such")) {
      assertThat(isRefused(web.get(path))).as(path).isFalse();
    }
    for (String path : List.of("/orders/1", "/orders/3", "/no-such")) {
      HttpResponse<String> refused = web.get(path);
      assertRefused(refused);
      assertThat(refused.headers().firstValue("Retry-After")).as(path).isPresent();
    }
    assertThat(web.send("OPTIONS", "/orders/1", "").statusCode()).isEqualTo(503);
    assertThat(system().passed() - before.passed()).isEqualTo(5);
    assertThat(system().blocked() - before.blocked()).isEqualTo(4);
    assertThat(SHARED.app().settled("one").passed()).isEqualTo(2);
    assertThat(SHARED.app().statistics().entry("one").blocked()).as("its own").isZero();
    assertThat(system().rule("inbound-rate")).containsEntry("limit", "5/h");
  }

  @Test
  void inboundConcurrencyIsExactAndOtherCallsAreNotRefused() {
    rules("system: {inbound-concurrency: 2}\n");
    List<CompletableFuture<HttpResponse<String>>> inside = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      inside.add(
          CompletableFuture.supplyAsync(
              () -> web.get("/slow/3000"), task -> new Thread(task).start()));
    }
    await().until(() -> system().inFlight() == 2);
    assertRefused(web.get("/orders/1"));
    assertThat(SHARED.app().call(Groups.METHODS, "query", "abc").value()).isEqualTo("103");
    inside.forEach(each -> assertThat(each.join().statusCode()).isEqualTo(200));
    SHARED.app().settled("system");
    assertThat(web.get("/orders/1").statusCode()).isEqualTo(200);
  }

  @Test
  void exemptRequestsPassAndOnBlockOfTheFileAnswers() {
    rules(
        """
        on-block: {status: 500, system: {status: 529, body: "come again"}}
        system:
          inbound-concurrency: 0
          exempt:
            - match: web:GET /orders/exempt/{id}
            - when: header:X-Tier=vip
        resources:
          - {name: own, match: "web:GET /orders/exempt/2", concurrency: 0}
        """);
    assertThat(web.get("/orders/exempt/1").statusCode()).isEqualTo(200);
    assertThat(web.get("/orders/exempt/2").statusCode()).as("by its entry").isEqualTo(500);
    assertThat(web.get("/orders/1", "X-Tier", "vip").statusCode()).isEqualTo(200);
    assertThat(web.get("/orders/1", "X-Tier", "trial").statusCode()).isEqualTo(529);
    HttpResponse<String> refused = web.get("/orders/1");
    assertThat(refused.statusCode()).isEqualTo(529);
    assertThat(refused.body()).isEqualTo("come again");
  }

  @Test
  void observedRulesRefuseNone() {
    rules("mode: observe\nsystem: {inbound-concurrency: 0, inbound-latency: 1ms}\n");
    long before = system().wouldBlock();
    assertThat(web.get("/orders/1").statusCode()).isEqualTo(200);
    assertThat(system().wouldBlock()).isEqualTo(before + 1);
  }

  /**
   * A tenth of a hundredth of a CPU is less than any JVM uses that serves requests. The quota is
   * taken away again while it runs.
   */
  @Test
  void cpuAboveItsShareRefusesSomeRequestsUntilThereIsMoreOfIt() {
    SHARED.app().announce("of \"system\" refuses inbound calls: system.cpu 10%: the process uses");
    quota(HOST, "1000 100000");
    rules("system: {cpu: 10%}\n");
    long sent = 0;
    long refused = 0;
    Statistics.Entry before = system();
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while ((refused < 20 || !isHeldToTheQuota()) && System.nanoTime() < end) {
      HttpResponse<String> response = web.get("/orders/1");
      sent++;
      if (isRefused(response)) {
        assertRefused(response);
        refused++;
      }
    }
    assertThat(refused).isGreaterThanOrEqualTo(20);
    SHARED.app().awaitStderr("system of \"system\" refuses inbound calls: system.cpu 10%");
    Statistics.Entry after = SHARED.app().settled("system");
    assertThat(after.blocked() - before.blocked()).isEqualTo(refused);
    assertThat(after.passed() - before.passed()).isEqualTo(sent - refused).isPositive();
    assertThat(isHeldToTheQuota()).isTrue();
    quota(HOST, "max 100000");
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              web.get("/orders/1");
              return "0.0".equals(system().rule("system").get("refused-share"));
            });
    assertThat(web.get("/orders/1").statusCode()).isEqualTo(200);
  }
}
