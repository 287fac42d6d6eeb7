package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What holds for inbound requests in every container. One JVM serves all tests of a class, and each
 * test has entries of its own: limits by the hour, so that no clock decides.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WebContract {

  private static final String RULES =
      """
      weir: 1
      caller: header:X-Client-App
      client-ip: {header: X-Forwarded-For, trusted-proxies: 127.0.0.0/8}
      exempt:
        - match: web:GET /orders/exempt/{id}
        - when: header:X-Tier=vip
      resources:
        - {name: get, match: "web:GET /orders/get/{id}", flow: {limit: 3/1h}}
        - {name: post, match: "web:POST /orders/post/{id}", flow: {limit: 2/1h}}
        - {name: head, match: "web:GET /orders/head/{id}", flow: {limit: 2/1h}}
        - {name: star, match: "web:* /orders/star/{id}", flow: {limit: 2/1h}}
        - {name: options, match: "web:OPTIONS /orders/options/{id}", flow: {limit: 1/1h}}
        - name: priority
          match: web:GET /orders/priority/{id}
          flow: {limit: 1/3s, priority: {when: "query:p=high", borrow: 5s}}
        - name: pair
          match: ["web:GET /orders/pair-a/{id}", "web:GET /orders/pair-b/{id}"]
          flow: {limit: 3/1h}
        - {name: both-wide, match: "web:GET /orders/both/**", flow: {limit: 100/1h}}
        - {name: both-narrow, match: "web:GET /orders/both/{id}", flow: {limit: 1/1h}}
        - {name: threads, match: "web:GET /orders/threads/{id}", flow: {limit: 25/1h}}
        - {name: spelled, match: "web:* /orders/spelled/{id}", flow: {limit: 0/1h}}
        - {name: dotted, match: "web:GET /orders/dotted", flow: {limit: 0/1h}}
        - {name: second, match: "web:GET /second/orders/{id}", flow: {limit: 1/1h}}
        - {name: forward, match: "web:GET /forward", flow: {limit: 1/1h}}
        - {name: include, match: "web:GET /include", flow: {limit: 1/1h}}
        - {name: targets, match: ["web:GET /orders/7", "web:GET /orders/8", "web:GET /orders/9"],
           flow: {limit: 0/1h}}
        - {name: error-page, match: "web:GET /error-page", flow: {limit: 0/1h}}
        - {name: filtered, match: "web:GET /filtered/{x}", flow: {limit: 2/1h}}
        - {name: passing, match: "web:GET /passing/{x}", flow: {limit: 2/1h}}
        - {name: wrapped, match: "web:GET /wrapped/{x}", flow: {limit: 2/1h}}
        - {name: static, match: "web:GET /hello.txt", flow: {limit: 2/1h}}
        - {name: raw, match: "web:GET /raw/{x}", flow: {limit: 2/1h}}
        - {name: missing, match: "web:GET /no-such/**", flow: {limit: 2/1h}}
        - {name: async, match: "web:GET /async/{how}", flow: {limit: 1000/1h}}
        - {name: async-refused, match: "web:GET /async/plain", flow: {limit: 0/1h}}
        - {name: fail, match: "web:GET /fail/{how}", flow: {limit: 1000/1h}}
        - {name: slow, match: "web:GET /slow/{millis}", flow: {limit: 1000/1h}}
        - {name: exempt, match: "web:GET /orders/exempt/{id}", flow: {limit: 0/1h}}
        - name: except
          match: web:GET /orders/except/{id}
          except: web:GET /orders/except/1
          flow: {limit: 0/1h}
        - {name: listed, match: "web:GET /orders/unlisted/1", flow: {limit: 1000/1h}}
        - {name: unlisted, match: "web:GET /orders/unlisted/**", unlisted: true, flow: {limit: 0/1h}}
        - {name: observed, match: "web:GET /orders/observed/{id}", mode: observe, flow: {limit: 1/1h}}
        - {name: off, match: "web:GET /orders/off/{id}", mode: "off", flow: {limit: 0/1h}}
        - name: custom
          match: web:GET /orders/custom/{id}
          flow: {limit: 0/1h}
          on-block:
            status: 418
            content-type: application/json
            headers: {X-Shop: closed, Cache-Control: no-store}
            body: '{"what":"${resource}","why":"${reason}","when":"${retry-after}"}'
        - name: branch
          match: web:GET /orders/branch/{id}
          flow: {limit: 0/1h}
          on-block: {status: 510, flow: {status: 509, body: flow}}
        - name: breaker
          match: ["web:GET /second/fail/status", "web:GET /second/fail/not-found"]
          breaker: {error-count: 4, open-for: 1h}
        - name: by-header
          match: web:GET /orders/by-header/{id}
          concurrency: {max: 0, per: "header:X-Tenant", overrides: {vip: unlimited}, absent: admit}
        - name: by-query
          match: web:GET /orders/by-query/{id}
          concurrency: {max: 0, per: "query:u", overrides: {vip: unlimited}, absent: refuse}
        - name: by-cookie
          match: web:GET /orders/by-cookie/{id}
          concurrency: {max: 0, per: "cookie:sid", overrides: {vip: unlimited}}
        - name: by-ip
          match: web:GET /orders/by-ip/{id}
          concurrency: {max: 0, per: ip, overrides: {127.0.0.1: unlimited}}
        - {name: by-client, match: "web:GET /orders/by-client/{id}", flow: {limit: 1/1h, per: ip}}
        - name: by-caller
          match: web:GET /orders/by-caller/{id}
          flow: {limit: 1/1h, per: caller}
          concurrency: {max: 5, per: caller}
        - {name: app-a, match: "web:GET /orders/caller/{id}", caller: app-a, flow: {limit: 0/1h}}
        - {name: others, match: "web:GET /orders/caller/{id}", caller: other, flow: {limit: 2/1h}}
        - {name: trial, match: "web:GET /orders/when/{id}", when: "header:X-Tier=trial",
           flow: {limit: 0/1h}}
        - {name: vip, match: "web:GET /orders/vip/{id}", flow: {limit: 0/1h}}
        - {name: access, match: "web:GET /orders/access/{id}", access: {allow: [console, ops]}}
        - name: access-observed
          match: web:GET /orders/access-observed/{id}
          access: {deny: batch, mode: observe}
        - name: stock-from
          match: method:com.acme.web.Stock#take
          from: web:GET /serving/from/**
          flow: {limit: 0/1h}
        - name: stock-caller
          match: method:com.acme.web.Stock#take
          caller: batch
          flow: {limit: 0/1h}
        - name: by-resource
          match: web:GET /orders/by-resource/**
          concurrency:
            max: 0
            per: resource
            overrides: {"web:GET /orders/by-resource/{}/x": unlimited}
      """;

  /** Everything that the application answers, whatever becomes of it. */
  private static final List<String> UNRULED =
      List.of(
          "/orders/1",
          "/orders/1?x=%20y",
          "/orders",
          "/orders/a%20b/%C3%A9",
          "/open.txt",
          "/nothing-here.txt",
          "/fail/io",
          "/fail/servlet",
          "/fail/runtime",
          "/fail/error",
          "/fail/send-error",
          "/fail/status",
          "/fail/not-found",
          "/async/complete",
          "/async/at-once",
          "/async/dispatch-twice",
          "/async/dispatch-fail",
          "/async/timeout",
          "/async/timeout-unhandled",
          "/async/throw",
          "/second/fail/runtime");

  @RegisterExtension final SharedApp shared;
  private final Container container;
  private Web web = new Web(0);

  WebContract(Container container) {
    this.container = container;
    this.shared = new SharedApp(() -> container.launch().rules(RULES));
  }

  @BeforeAll
  void connect() {
    web = new Web(shared.app().httpPort());
  }

  private Statistics.Entry counts(String entry) {
    return shared.app().settled(entry);
  }

  private List<Integer> statuses(String method, String path, int times) {
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      statuses.add(web.send(method, path, "").statusCode());
    }
    return statuses;
  }

  private void assertCounted(String entry, long passed, long blocked) {
    Statistics.Entry counts = counts(entry);
    assertThat(counts.passed()).as("passed of %s", entry).isEqualTo(passed);
    assertThat(counts.blocked()).as("blocked of %s", entry).isEqualTo(blocked);
    assertThat(counts.completed()).as("ended of %s", entry).isEqualTo(passed);
  }

  @Test
  void refusesAfterExactlyTheLimit() {
    long bodies = shared.app().hits("orders");
    assertThat(statuses("GET", "/orders/get/1", 5)).containsExactly(200, 200, 200, 429, 429);
    assertThat(shared.app().hits("orders") - bodies).isEqualTo(3);
    assertCounted("get", 3, 2);
  }

  @Test
  void requestOfPriorityWaitsForTheNextPermit() {
    assertThat(statuses("GET", "/orders/priority/1?p=high", 2)).containsExactly(200, 200);
    assertCounted("priority", 2, 0);
  }

  @Test
  void refusalSaysWhatWhyAndWhen() {
    HttpResponse<String> refused = web.get("/orders/7");
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
    assertThat(refused.headers().firstValue("Weir-Blocked")).hasValue("flow");
    assertThat(refused.headers().allValues("Content-Length"))
        .containsExactly(String.valueOf(refused.body().length()));
    assertThat(refused.body()).contains("429").contains("web:GET /orders/");
    assertThat(refused.headers().firstValue("X-Order")).isEmpty();
  }

  @Test
  void retryAfterIsGivenWhereATimeIsKnown() {
    assertThat(statuses("GET", "/second/orders/1", 1)).containsExactly(200);
    HttpResponse<String> refused = web.get("/second/orders/1");
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(Long.parseLong(refused.headers().firstValue("Retry-After").orElseThrow()))
        .isBetween(3_500L, 3_700L);
    assertCounted("second", 1, 1);
  }

  /** What the container makes of an exception counts, as it comes out of the outermost servlet. */
  @Test
  void breakerOpensOnFailingRequests() {
    shared.app().announce("breaker of \"breaker\" opened: ");
    for (int i = 0; i < 4 && web.get("/second/fail/status").statusCode() == 502; i++) {
      web.get("/second/fail/not-found"); // an error of the client's, not of the application's
    }
    HttpResponse<String> refused = web.get("/second/fail/not-found");
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Weir-Blocked")).hasValue("breaker");
    assertThat(Long.parseLong(refused.headers().firstValue("Retry-After").orElseThrow()))
        .isBetween(3_500L, 3_600L);
  }

  @Test
  void requestsAreToldApartByWhatTheyCarry() {
    assertThat(web.get("/orders/by-header/1").statusCode()).isEqualTo(200);
    assertThat(web.get("/orders/by-header/1", "X-Tenant", "vip").statusCode()).isEqualTo(200);
    assertThat(web.get("/orders/by-header/1", "x-tenant", "acme").statusCode()).isEqualTo(503);
    assertThat(web.get("/orders/by-query/1").statusCode()).isEqualTo(503);
    assertThat(web.get("/orders/by-query/1?a=b&u=v%69p").statusCode()).isEqualTo(200);
    assertThat(web.get("/orders/by-query/1?u=acme").statusCode()).isEqualTo(503);
    assertThat(web.get("/orders/by-cookie/1", "Cookie", "a=b; sid=vip").statusCode())
        .isEqualTo(200);
    assertThat(web.get("/orders/by-cookie/1", "Cookie", "sid=acme").statusCode()).isEqualTo(503);
    assertThat(web.get("/orders/by-cookie/1").statusCode()).isEqualTo(503);
    assertThat(web.get("/orders/by-ip/1").statusCode()).isEqualTo(200);
    assertThat(web.get("/orders/by-resource/17/x").statusCode()).isEqualTo(200);
    assertThat(web.get("/orders/by-resource/17/y").statusCode()).isEqualTo(503);
  }

  @Test
  void clientBehindATrustedProxyIsFoundWhateverItForges() {
    String[] forwarded = {"192.0.2.1", "198.51.100.1, 192.0.2.1", "\", 127.9.9.9, 192.0.2.1:80"};
    List<Integer> statuses = new ArrayList<>();
    for (String line : forwarded) {
      statuses.add(web.get("/orders/by-client/1", "X-Forwarded-For", line).statusCode());
    }
    assertThat(statuses).containsExactly(200, 429, 429);
    String[] lines = {"X-Forwarded-For", "203.0.113.5", "X-Forwarded-For", "192.0.2.1,127.0.0.9"};
    assertThat(web.get("/orders/by-client/1", lines).statusCode()).isEqualTo(429);
    assertThat(web.get("/orders/by-client/1", "X-Forwarded-For", "192.0.2.2").statusCode())
        .isEqualTo(200);
    assertCounted("by-client", 2, 3);
  }

  @Test
  void entryHoldsForItsCallersAndOtherForAllTheRest() {
    String path = "/orders/caller/1";
    assertThat(web.get(path, "X-Client-App", "app-a").statusCode()).isEqualTo(429);
    assertThat(web.get(path, "X-Client-App", "app-b").statusCode()).isEqualTo(200);
    assertThat(web.get(path).statusCode()).isEqualTo(200);
    assertThat(web.get(path, "X-Client-App", "app-c").statusCode()).isEqualTo(429);
    assertThat(web.get(path, "X-Client-App", "").statusCode()).isEqualTo(429);
    assertCounted("app-a", 0, 1);
    assertCounted("others", 2, 2);
  }

  @Test
  void callersAreCountedApart() {
    String path = "/orders/by-caller/1";
    assertThat(web.get(path, "X-Client-App", "app-a").statusCode()).isEqualTo(200);
    assertThat(web.get(path, "X-Client-App", "app-b").statusCode()).isEqualTo(200);
    assertThat(web.get(path, "X-Client-App", "app-a").statusCode()).isEqualTo(429);
    assertThat(web.get(path).statusCode()).isEqualTo(200);
    assertThat(web.get(path).statusCode()).isEqualTo(429);
    assertCounted("by-caller", 3, 2);
  }

  @Test
  void entryMayHoldForRequestsWithAValueOnly() {
    assertThat(web.get("/orders/when/1", "X-Tier", "trial").statusCode()).isEqualTo(429);
    assertThat(web.get("/orders/when/1", "X-Tier", "Trial").statusCode()).isEqualTo(200);
    assertThat(web.get("/orders/when/1").statusCode()).isEqualTo(200);
    assertCounted("trial", 0, 1);
  }

  @Test
  void requestsMayBeExemptByAValueAndAreMeasuredByName() {
    assertThat(web.get("/orders/vip/1").statusCode()).isEqualTo(429);
    assertThat(web.get("/orders/vip/1", "X-Tier", "vip").statusCode()).isEqualTo(200);
    assertCounted("vip", 0, 1);
    await()
        .untilAsserted(
            () ->
                assertThat(shared.app().statistics().unlisted("web:GET /orders/vip/{}").completed())
                    .isEqualTo(1));
  }

  @Test
  void callerWithoutAccessIsRefused() {
    String path = "/orders/access/1";
    assertThat(web.get(path, "X-Client-App", "ops").statusCode()).isEqualTo(200);
    for (String caller : List.of("batch", "")) {
      HttpResponse<String> refused = web.get(path, "X-Client-App", caller);
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.headers().firstValue("Weir-Blocked")).hasValue("access");
      assertThat(refused.headers().firstValue("Retry-After")).isEmpty();
      assertThat(refused.headers().firstValue("Content-Type"))
          .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
      assertThat(refused.body()).contains("This caller has no access.").doesNotContain("ops");
    }
    assertCounted("access", 1, 2);
    assertThat(web.get("/orders/access-observed/1", "X-Client-App", "batch").statusCode())
        .isEqualTo(200);
    assertThat(counts("access-observed").wouldBlock()).isEqualTo(1);
  }

  @Test
  void callIsKnownByTheRequestThatItsThreadServes() {
    long bodies = shared.app().hits("stock");
    for (int round = 0; round < 10; round++) {
      assertThat(web.get("/serving/from/method").body()).isEqualTo("BlockedException");
      assertThat(web.get("/serving/from/forward").body()).isEqualTo("BlockedException");
      assertThat(web.get("/serving/from/dispatch").body()).isEqualTo("BlockedException");
      assertThat(web.get("/serving/from/throw").statusCode()).isEqualTo(500);
      assertThat(web.get("/serving/from/executor").body()).as("not handed over").isEqualTo("taken");
      assertThat(web.get("/serving/other/method").body()).as("an ended one").isEqualTo("taken");
    }
    assertThat(shared.app().hits("stock") - bodies).isEqualTo(20);
    assertCounted("stock-from", 0, 40);
  }

  @Test
  void callIsKnownByWhoCalledTheRequestThatItsThreadServes() {
    String[] batch = {"X-Client-App", "batch"};
    assertThat(web.get("/serving/other/method", batch).body()).isEqualTo("BlockedException");
    assertThat(web.get("/serving/other/dispatch", batch).body()).isEqualTo("BlockedException");
    assertThat(web.get("/serving/other/executor", batch).body()).isEqualTo("taken");
    assertThat(web.get("/serving/other/method", "X-Client-App", "ops").body()).isEqualTo("taken");
    assertThat(web.get("/serving/other/method").body()).isEqualTo("taken");
    assertCounted("stock-caller", 0, 2);
  }

  @Test
  void requestThatNoEntryMatchesIsMeasuredByItsTemplate() {
    for (int i = 1; i <= 3; i++) {
      assertThat(web.get("/orders/1" + i).statusCode()).isEqualTo(200);
    }
    await()
        .untilAsserted(
            () -> {
              Statistics.Entry orders = shared.app().statistics().unlisted("web:GET /orders/{}");
              assertThat(orders.completed()).isGreaterThanOrEqualTo(3);
              assertThat(orders.inFlight()).isZero();
            });
  }

  @Test
  void postIsRefusedAndItsConnectionGoesOn() {
    try (WebConnection connection = new WebConnection(shared.app().httpPort())) {
      assertThat(connection.send("POST", "/orders/post/1", "body").status()).isEqualTo(201);
      assertThat(connection.send("POST", "/orders/post/1", "body").status()).isEqualTo(201);
      assertThat(connection.send("POST", "/orders/post/1", "body").status()).isEqualTo(429);
      // A body that nobody reads.
      String unread = "x".repeat(4_000);
      assertThat(connection.send("POST", "/orders/post/1", unread).status()).isEqualTo(429);
      assertThat(connection.send("GET", "/orders/1", "").body()).isEqualTo("order /1");
    }
    assertThat(statuses("GET", "/orders/post/1", 1)).containsExactly(200);
    assertCounted("post", 2, 2);
  }

  @Test
  void headCountsAsGet() {
    assertThat(statuses("HEAD", "/orders/head/1", 1)).containsExactly(200);
    assertThat(statuses("GET", "/orders/head/1", 2)).containsExactly(200, 429);
    HttpResponse<String> head = web.send("HEAD", "/orders/head/1", "");
    assertThat(head.statusCode()).isEqualTo(429);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValue("Weir-Blocked")).hasValue("flow");
    assertCounted("head", 2, 2);
  }

  @Test
  void starHoldsForAllMethodsButNotForPreflights() {
    String[] preflight = {"Origin", "http://a.example", "Access-Control-Request-Method", "PUT"};
    assertThat(statuses("PUT", "/orders/star/1", 1)).containsExactly(204);
    assertThat(statuses("GET", "/orders/star/1", 2)).containsExactly(200, 429);
    assertThat(web.send("OPTIONS", "/orders/star/1", "", preflight).statusCode()).isEqualTo(200);
    assertCounted("star", 2, 1);
    assertThat(web.send("OPTIONS", "/orders/options/1", "", preflight).statusCode()).isEqualTo(200);
    assertThat(web.send("OPTIONS", "/orders/options/1", "", preflight).statusCode()).isEqualTo(429);
    assertCounted("options", 1, 1);
  }

  @Test
  void oneEntryIsOneBudget() {
    assertThat(statuses("GET", "/orders/pair-a/1", 2)).containsExactly(200, 200);
    assertThat(statuses("GET", "/orders/pair-b/2", 2)).containsExactly(200, 429);
    assertThat(statuses("GET", "/orders/pair-a/3", 1)).containsExactly(429);
    assertCounted("pair", 3, 2);
  }

  @Test
  void allMatchingEntriesMustAdmit() {
    assertThat(statuses("GET", "/orders/both/1", 3)).containsExactly(200, 429, 429);
    assertCounted("both-narrow", 1, 2);
    assertThat(counts("both-wide").passed()).isEqualTo(1);
    assertThat(counts("both-wide").blocked()).isZero();
  }

  @Test
  void limitHoldsForManyThreadsAtOnce() throws Exception {
    int threads = 8;
    CountDownLatch go = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<List<Integer>>> results = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        results.add(
            pool.submit(
                () -> {
                  go.await();
                  return statuses("GET", "/orders/threads/1", 10);
                }));
      }
      go.countDown();
      List<Integer> all = new ArrayList<>();
      for (Future<List<Integer>> result : results) {
        all.addAll(result.get());
      }
      assertThat(all).hasSize(80).containsOnly(200, 429);
      assertThat(all.stream().filter(status -> status == 200)).hasSize(25);
    } finally {
      pool.shutdownNow();
    }
    assertCounted("threads", 25, 55);
  }

  /** Whatever the container makes of a spelling: it must not reach the servlet. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/orders/spelled/1",
        "/orders/spelled/1/",
        "/orders/spelled/%31",
        "/orders/%73pelled/1",
        "/%6frders/spelled/1",
        "//orders/spelled/1",
        "/orders//spelled/1",
        "/./orders/spelled/1",
        "/orders/./spelled/1",
        "/orders/%2e/spelled/1",
        "/x/../orders/spelled/1",
        "/orders/x/../spelled/1",
        "/orders/x/%2e%2e/spelled/1",
        "/orders/spelled/1;x=y",
        "/orders;x=y/spelled/1",
        "/orders/spelled;x=y/1;z",
        "/;x/orders/spelled/1",
        "/orders/spelled/1?a=/../b",
        "/orders/spelled/1%3Fa",
        "/orders/spelled/a%20b",
        "/orders/spelled/%C3%A9",
        "/orders/spelled/a+b",
      })
  void noSpellingEscapesItsRule(String path) {
    long bodies = shared.app().hits("orders");
    HttpResponse<String> response = web.get(path);
    assertThat(response.statusCode()).as(response.body()).isIn(429, 400, 404);
    assertThat(shared.app().hits("orders")).isEqualTo(bodies);
  }

  @Test
  void trailingSlashMakesNoDifference() {
    assertThat(statuses("GET", "/orders/dotted", 1)).containsExactly(429);
    assertThat(statuses("GET", "/orders/dotted/", 1)).containsExactly(429);
    assertThat(statuses("GET", "/orders/dotted?x=y", 1)).containsExactly(429);
    assertThat(statuses("GET", "/orders/Dotted", 1)).containsExactly(200);
  }

  @Test
  void forwardCountsOnceAndItsTargetIsNotJudged() {
    assertThat(web.get("/forward").body()).isEqualTo("order /7");
    assertThat(statuses("GET", "/forward", 1)).containsExactly(429);
    assertCounted("forward", 1, 1);
  }

  @Test
  void includeCountsOnceAndItsTargetIsNotJudged() {
    assertThat(web.get("/include").body()).startsWith("before order").endsWith("after");
    assertThat(statuses("GET", "/include", 1)).containsExactly(429);
    assertCounted("include", 1, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"io", "servlet", "runtime", "error", "send-error"})
  void errorDispatchCountsOnceAndIsNotJudged(String how) {
    Statistics.Entry before = counts("fail");
    assertThat(web.get("/fail/" + how).body()).isEqualTo("error page for 500");
    Statistics.Entry after = counts("fail");
    assertThat(after.passed() - before.passed()).isEqualTo(1);
    assertThat(after.failed() - before.failed()).as("a failed call").isEqualTo(1);
    assertThat(after.completed() - before.completed()).isEqualTo(1);
  }

  @Test
  void statusOfFiveHundredAndMoreIsAFailedCall() {
    Statistics.Entry before = counts("fail");
    assertThat(web.get("/fail/status").statusCode()).isEqualTo(502);
    assertThat(web.get("/fail/not-found").statusCode()).isEqualTo(404);
    Statistics.Entry after = counts("fail");
    assertThat(after.failed() - before.failed()).isEqualTo(1);
    assertThat(after.completed() - before.completed()).isEqualTo(2);
  }

  @Test
  void errorPageIsGuardedWhenAskedForByName() {
    assertThat(statuses("GET", "/error-page", 1)).containsExactly(429);
  }

  @Test
  void filterThatAnswersItselfIsGuarded() {
    long bodies = shared.app().hits("filtered");
    assertThat(statuses("GET", "/filtered/x", 3)).containsExactly(200, 200, 429);
    assertThat(shared.app().hits("filtered") - bodies).isEqualTo(2);
    assertCounted("filtered", 2, 1);
  }

  @Test
  void filterAndServletBehindItCountOnce() {
    long filters = shared.app().hits("passing");
    assertThat(statuses("GET", "/passing/x", 3)).containsExactly(200, 200, 429);
    assertThat(shared.app().hits("passing") - filters).as("filter's bodies").isEqualTo(2);
    assertCounted("passing", 2, 1);
    assertThat(statuses("GET", "/wrapped/x", 3)).containsExactly(200, 200, 429);
    assertCounted("wrapped", 2, 1);
  }

  @Test
  void staticFilesAreGuarded() {
    assertThat(statuses("GET", "/hello.txt", 3)).containsExactly(200, 200, 429);
    assertCounted("static", 2, 1);
  }

  @Test
  void servletThatIsNoHttpServletIsGuarded() {
    assertThat(statuses("GET", "/raw/x", 3)).containsExactly(200, 200, 429);
    assertCounted("raw", 2, 1);
  }

  @Test
  void pathsThatLeadNowhereCountToo() {
    assertThat(statuses("GET", "/no-such/x", 3)).containsExactly(404, 404, 429);
    assertCounted("missing", 2, 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "complete:completed:200",
        "at-once:at once:200",
        "dispatch:order /9:200",
        "dispatch-twice:completed:200",
        "timeout:timed out:503",
      })
  void asynchronousRequestCountsOnce(String pathBodyStatus) {
    String[] parts = pathBodyStatus.split(":", -1);
    Statistics.Entry before = counts("async");
    HttpResponse<String> response = web.get("/async/" + parts[0]);
    assertThat(response.body()).isEqualTo(parts[1]);
    assertThat(response.statusCode()).isEqualTo(Integer.parseInt(parts[2]));
    Statistics.Entry after = counts("async");
    assertThat(after.passed() - before.passed()).isEqualTo(1);
    assertThat(after.completed() - before.completed()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"timeout-unhandled", "throw", "dispatch-fail"})
  void asynchronousRequestThatFailsCountsOnceAsFailed(String how) {
    Statistics.Entry before = counts("async");
    assertThat(web.get("/async/" + how).statusCode()).isEqualTo(500);
    Statistics.Entry after = counts("async");
    assertThat(after.passed() - before.passed()).isEqualTo(1);
    assertThat(after.failed() - before.failed()).isEqualTo(1);
    assertThat(after.completed() - before.completed()).isEqualTo(1);
  }

  @Test
  void asynchronousRequestIsInsideUntilItEnds() throws Exception {
    Statistics.Entry before = counts("async");
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      Future<HttpResponse<String>> slow = pool.submit(() -> web.get("/async/slow"));
      Thread.sleep(500); // The body takes a second, half of it after its thread has returned.
      assertThat(shared.app().statistics().entry("async").inFlight()).isEqualTo(1);
      assertThat(slow.get().body()).isEqualTo("slow");
    } finally {
      pool.shutdownNow();
    }
    Statistics.Entry after = counts("async");
    assertThat(after.rtSumNanos() - before.rtSumNanos()).isBetween(900_000_000L, 3_000_000_000L);
  }

  /** The completing thread races with the advice that registers its listener. */
  @Test
  void completionThatOvertakesTheServletCountsOnce() {
    Statistics.Entry before = counts("async");
    for (int i = 0; i < 200; i++) {
      assertThat(web.get("/async/race").body()).isEqualTo("race");
    }
    Statistics.Entry after = counts("async");
    assertThat(after.passed() - before.passed()).isEqualTo(200);
    assertThat(after.completed() - before.completed()).isEqualTo(200);
  }

  @Test
  void refusedAsynchronousServletAnswersAtOnce() {
    long bodies = shared.app().hits("async");
    assertThat(statuses("GET", "/async/plain", 1)).containsExactly(429);
    assertThat(shared.app().hits("async")).isEqualTo(bodies);
  }

  @Test
  void runningRequestIsInsideAndItsTimeIsMeasured() throws Exception {
    Statistics.Entry before = counts("slow");
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      Future<HttpResponse<String>> slow = pool.submit(() -> web.get("/slow/800"));
      Thread.sleep(400); // Half of what the body takes.
      assertThat(shared.app().statistics().entry("slow").inFlight()).isEqualTo(1);
      assertThat(slow.get().statusCode()).isEqualTo(200);
    } finally {
      pool.shutdownNow();
    }
    assertThat(counts("slow").rtSumNanos() - before.rtSumNanos())
        .isBetween(800_000_000L, 3_000_000_000L);
  }

  @Test
  void exemptCallsAreNeverRefused() {
    assertThat(statuses("GET", "/orders/exempt/1", 3)).containsExactly(200, 200, 200);
    assertThat(counts("exempt").blocked()).isZero();
  }

  @Test
  void exceptLeavesOut() {
    assertThat(statuses("GET", "/orders/except/1", 2)).containsExactly(200, 200);
    assertThat(statuses("GET", "/orders/except/2", 1)).containsExactly(429);
  }

  @Test
  void unlistedHoldsForWhatNoOtherEntryNames() {
    assertThat(statuses("GET", "/orders/unlisted/1", 2)).containsExactly(200, 200);
    assertThat(statuses("GET", "/orders/unlisted/2", 1)).containsExactly(429);
    assertThat(counts("listed").passed()).isEqualTo(2);
  }

  @Test
  void observedEntryCountsWhatItWouldRefuse() {
    assertThat(statuses("GET", "/orders/observed/1", 3)).containsExactly(200, 200, 200);
    Statistics.Entry counts = counts("observed");
    assertThat(counts.passed()).isEqualTo(3);
    assertThat(counts.blocked()).isZero();
    assertThat(counts.wouldBlock()).isEqualTo(2);
  }

  @Test
  void entryThatIsOffIsNotEvaluated() {
    assertThat(statuses("GET", "/orders/off/1", 2)).containsExactly(200, 200);
    assertThat(counts("off").wouldBlock()).isZero();
  }

  @Test
  void onBlockSaysWhatARefusedRequestGets() {
    HttpResponse<String> refused = web.get("/orders/custom/1");
    assertThat(refused.statusCode()).isEqualTo(418);
    assertThat(refused.headers().firstValue("X-Shop")).hasValue("closed");
    assertThat(refused.headers().firstValue("Cache-Control")).hasValue("no-store");
    assertThat(refused.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
    assertThat(refused.body()).contains("\"what\":\"web:GET /orders/custom/", "\"why\":\"flow\"");
    HttpResponse<String> branch = web.get("/orders/branch/1");
    assertThat(branch.statusCode()).isEqualTo(509);
    assertThat(branch.body()).isEqualTo("flow");
  }

  @Test
  void everyAnswerIsTheSameAsWithoutTheAgent() {
    try (ForkedApp bare = container.launch().withoutAgent().start()) {
      Web without = new Web(bare.httpPort());
      for (String path : UNRULED) {
        assertThat(Web.visible(web.get(path)).replace(":" + shared.app().httpPort(), ""))
            .as(path)
            .isEqualTo(Web.visible(without.get(path)).replace(":" + bare.httpPort(), ""));
      }
    }
  }
}
