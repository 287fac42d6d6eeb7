package dev.weir.core.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceIndexTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          GET /orders/{id},     GET,     /orders/17,          true
          GET /orders/{id},     GET,     /orders/17/,         true
          GET /orders/{id},     GET,     /orders,             false
          GET /orders/{id},     GET,     /orders/,            false
          GET /orders/{id},     GET,     /orders/17/items,    false
          GET /orders/{id},     GET,     /Orders/17,          false
          GET /orders/{id},     HEAD,    /orders/17,          true
          GET /orders/{id},     POST,    /orders/17,          false
          GET /orders/{id},     get,     /orders/17,          false
          HEAD /orders,         HEAD,    /orders,             true
          HEAD /orders,         GET,     /orders,             false
          POST /orders,         HEAD,    /orders,             false
          OPTIONS /orders,      OPTIONS, /orders,             true
          * /orders,            OPTIONS, /orders,             true
          * /orders,            HEAD,    /orders,             true
          * /orders,            BREW,    /orders,             true
          BREW /orders,         BREW,    /orders,             true
          GET /orders,          GET,     /orders/,            true
          GET /orders/,         GET,     /orders,             false
          GET /orders/,         GET,     /orders/,            true
          GET /orders/{x}/,     GET,     /orders/17,          false
          GET /orders/{x}/,     GET,     /orders/17/,         true
          GET /,                GET,     /,                   true
          GET /,                GET,     /x,                  false
          GET /**,              GET,     /,                   true
          GET /**,              GET,     /a/b/c,              true
          * /api/**,            GET,     /api,                true
          * /api/**,            GET,     /api/,               true
          * /api/**,            GET,     /api/a/b,            true
          * /api/**,            GET,     /apis,               false
          * /api/**,            GET,     /,                   false
          GET /img-*.png,       GET,     /img-1.png,          true
          GET /img-*.png,       GET,     /img-.png,           true
          GET /img-*.png,       GET,     /img-1.png.gif,      false
          GET /img-*.png,       GET,     /img-1/x.png,        false
          GET /a*b*c,           GET,     /abc,                true
          GET /a*b*c,           GET,     /axbxbxc,            true
          GET /a*b*c,           GET,     /axc,                false
          GET /a*a,             GET,     /a,                  false
          GET /*/x,             GET,     /a/x,                true
          GET /*/x,             GET,     /a/b/x,              false
          GET /*/{x}/**,        GET,     /a,                  false
          GET /*/{x}/**,        GET,     /a/b,                true
          GET /my file,         GET,     /my file,            true
          GET /größe,           GET,     /größe,              true
          """)
  void matchesInboundRequests(String pattern, String method, String path, boolean expected) {
    ResourceIndex<List<Integer>> index = new Rules().match("web:" + pattern).index();
    assertThat(index.web(method, path, false) != null).isEqualTo(expected);
    assertThat(NaiveIndex.matchesWeb("web:" + pattern, method, path, false)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          GET price.internal/v1/{sku},  GET,  price.internal,  -1,    /v1/17,   true
          GET price.internal/v1/{sku},  HEAD, price.internal,  -1,    /v1/17,   true
          GET price.internal/v1/{sku},  GET,  price.internal,  8080,  /v1/17,   true
          GET price.internal/v1/{sku},  GET,  PRICE.Internal,  -1,    /v1/17,   true
          GET price.internal/v1/{sku},  GET,  price.internal., -1,    /v1/17,   true
          GET PRICE.internal/v1/{sku},  GET,  price.internal,  -1,    /v1/17,   true
          GET price.internal/v1/{sku},  GET,  other.internal,  -1,    /v1/17,   false
          GET price.internal:81/**,     GET,  price.internal,  81,    /,        true
          GET price.internal:81/**,     GET,  price.internal,  -1,    /,        false
          GET price.internal:81/**,     GET,  price.internal,  82,    /,        false
          * *.internal/**,              PUT,  price.internal,  -1,    /x,       true
          * *.internal/**,              PUT,  a.b.internal,    99,    /x,       true
          * *.internal/**,              PUT,  internal,        -1,    /x,       false
          * *.internal/**,              PUT,  x.internal.evil, -1,    /x,       false
          * *:81/**,                    PUT,  any,             81,    /x,       true
          * */x,                        OPTIONS, any,          -1,    /x,       true
          * [::1]:81/**,                GET,  [::1],           81,    /x,       true
          * [::A]/**,                   GET,  [::a],           81,    /x,       true
          """)
  void matchesOutboundRequests(
      String pattern, String method, String host, int port, String path, boolean expected) {
    ResourceIndex<List<Integer>> index = new Rules().match("http:" + pattern).index();
    assertThat(index.http(method, host, port, path) != null).isEqualTo(expected);
    assertThat(index.web(method, path, false)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          sql:shop SELECT orders,  shop,  SELECT, orders,  true
          sql:shop SELECT ORDERS,  shop,  SELECT, orders,  true
          sql:shop SELECT orders,  shop,  INSERT, orders,  false
          sql:shop SELECT orders,  Shop,  SELECT, orders,  false
          sql:shop SELECT orders,  -,     SELECT, orders,  false
          sql:shop SELECT *,       shop,  SELECT, items,   true
          sql:shop SELECT ord*,    shop,  SELECT, orders,  true
          sql:shop * orders,       shop,  DELETE, orders,  true
          sql:shop *,              shop,  CALL,   refresh, true
          sql:sh* *,               shop,  MERGE,  items,   true
          sql:*,                   shop,  UPDATE, items,   true
          sql:*,                   -,     UPDATE, items,   true
          sql:*,                   shop,  COMMIT, items,   false
          sql:*,                   shop,  SELECT, -,       false
          sql:*,                   shop,  SELECT, '',      false
          sql:*,                   shop,  SET,    -,       false
          """)
  void matchesStatements(
      String pattern, String database, String verb, String table, boolean expected) {
    ResourceIndex<List<Integer>> index = new Rules().match(pattern).index();
    assertThat(index.sql(database, verb, table) != null).isEqualTo(expected);
  }

  @Test
  void matchesMethods() {
    ResourceIndex<List<Integer>> index =
        new Rules()
            .match("method:com.acme.A#get")
            .match("method:com.acme.**#*(int)")
            .match("method:@com.acme.Guarded#*")
            .index();
    assertThat(index.method("com.acme.A", "get", List.of(), List.of())).containsExactly(0);
    assertThat(index.method("com.acme.A", "get", List.of("int"), List.of())).containsExactly(0, 1);
    assertThat(index.method("B", "x", List.of(), List.of("x.Y", "com.acme.Guarded")))
        .containsExactly(2);
    assertThat(index.method("B", "x", List.of("int"), List.of())).isNull();
    assertThat(index.methodName("com.acme.A", "get", List.of(), List.of()))
        .isEqualTo("method:com.acme.A#get");
  }

  @Test
  void preflightIsMatchedByExplicitOptionsOnly() {
    ResourceIndex<List<Integer>> index =
        new Rules().match("web:* /x").match("web:OPTIONS /x").match("web:GET /x").index();
    assertThat(index.web("OPTIONS", "/x", true)).containsExactly(1);
    assertThat(index.web("OPTIONS", "/x", false)).containsExactly(0, 1);
  }

  @Test
  void allEntriesThatMatchHoldInTheOrderOfTheFile() {
    ResourceIndex<List<Integer>> index =
        new Rules()
            .match("web:* /**")
            .match("web:GET /orders/{id}", "web:GET /orders/*")
            .match("web:GET /orders/17")
            .match("web:GET /orders/1*")
            .match("http:GET h/orders/17")
            .index();
    assertThat(index.web("GET", "/orders/17", false)).containsExactly(0, 1, 2, 3);
    assertThat(index.web("GET", "/orders/2", false)).containsExactly(0, 1);
  }

  @Test
  void exceptTakesAwayFromItsEntryOnly() {
    ResourceIndex<List<Integer>> index =
        new Rules()
            .matchExcept("web:* /orders/**", "web:GET /orders/health")
            .match("web:GET /orders/{id}")
            .index();
    assertThat(index.web("GET", "/orders/health", false)).containsExactly(1);
    assertThat(index.web("HEAD", "/orders/health", false)).containsExactly(1);
    assertThat(index.web("POST", "/orders/health", false)).containsExactly(0);
  }

  @Test
  void unlistedHoldsWhereNothingElseDoes() {
    ResourceIndex<List<Integer>> index =
        new Rules()
            .unlisted("web:* /**")
            .matchExcept("web:GET /orders/{id}", "web:GET /orders/health")
            .unlisted("web:GET /**")
            .index();
    assertThat(index.web("GET", "/orders/17", false)).containsExactly(1);
    assertThat(index.web("GET", "/orders/health", false)).containsExactly(0, 2);
    assertThat(index.web("POST", "/orders/17", false)).containsExactly(0);
  }

  @Test
  void exemptCallIsNotJudged() {
    ResourceIndex<List<Integer>> index =
        new Rules().match("web:* /**").exempt("web:GET /health/**", "sql:*").index();
    assertThat(index.web("GET", "/health", false)).isNull();
    assertThat(index.web("POST", "/health", false)).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"//orders///17", "orders/17", "/orders/17//"})
  void pathThatWasNotNormalisedDoesNotEscape(String path) {
    assertThat(new Rules().match("web:GET /orders/{id}").index().web("GET", path, false))
        .isNotNull();
  }

  @Test
  void usersSeeTheTemplateThatMatchedAlone() {
    ResourceIndex<List<Integer>> index =
        new Rules()
            .match("web:* /**")
            .match("web:GET /orders/{id}")
            .match("web:GET /orders/new")
            .match("http:GET h/v1/{sku}")
            .index();
    assertThat(index.webName("GET", "/orders/17", false)).isEqualTo("web:GET /orders/{id}");
    assertThat(index.webName("HEAD", "/orders/17", false)).isEqualTo("web:GET /orders/{id}");
    assertThat(index.webName("GET", "/orders/new", false)).isEqualTo("web:GET /orders/new");
    assertThat(index.webName("POST", "/orders/17", false)).isEqualTo("web:POST /orders/{}");
    assertThat(index.httpName("GET", "H", 8080, "/v1/a")).isEqualTo("http:GET h/v1/{sku}");
    assertThat(index.httpName("GET", "G.", 8080, "/v1/7")).isEqualTo("http:GET g:8080/v1/{}");
    assertThat(index.sqlName("shop", "SELECT", "orders")).isEqualTo("sql:shop SELECT orders");
  }

  @Test
  void eachSetOfEntriesIsComposedOnce() throws InterruptedException {
    ConcurrentLinkedQueue<List<Integer>> composed = new ConcurrentLinkedQueue<>();
    ResourceIndex<Object> index =
        new ResourceIndex<>(
            new Rules()
                .match("web:* /**", "web:GET /a/{x}", "http:* */**")
                .match("web:GET /a/b", "web:GET /c", "http:GET h/**")
                .build(),
            ordinals -> {
              composed.add(Rules.list(ordinals));
              return new Object();
            });
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(
              () -> {
                awaitQuietly(start);
                for (int round = 0; round < 1000; round++) {
                  index.web("GET", "/a/b", false);
                  index.web("GET", "/c", false);
                  index.web("POST", "/a", false);
                  index.web("GET", "/a/z", false);
                  index.http("GET", "h", -1, "/");
                  index.http("GET", "g", -1, "/");
                }
              });
      threads.add(thread);
      thread.start();
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(composed).containsExactlyInAnyOrder(List.of(0), List.of(0, 1));
    assertThat(index.web("GET", "/c", false)).isSameAs(index.http("GET", "h", 1, "/x"));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void callersCannotMakeItGrow() {
    Rules rules = new Rules();
    for (char c = 'a'; c <= 'z'; c++) {
      rules.match("web:GET /*" + c + "*");
    }
    int[] composed = {0};
    ResourceIndex<List<Integer>> index =
        new ResourceIndex<>(
            rules.build(),
            ordinals -> {
              composed[0]++;
              return Rules.list(ordinals);
            });
    for (int set = 1; set < 1 << 15; set++) {
      StringBuilder path = new StringBuilder("/");
      List<Integer> expected = new ArrayList<>();
      for (int i = 0; i < 15; i++) {
        if ((set >> i & 1) == 1) {
          path.append((char) ('a' + i));
          expected.add(i);
        }
      }
      assertThat(index.web("GET", path.toString(), false)).isEqualTo(expected);
    }
    assertThat(index.keptWebSets()).isLessThanOrEqualTo(4096);
    assertThat(composed[0]).isGreaterThan(4096);
  }

  @Test
  void noRulesJudgeNothing() {
    ResourceIndex<List<Integer>> index = new Rules().index();
    assertThat(index.web("GET", "/", false)).isNull();
    assertThat(index.http("GET", "h", -1, "/")).isNull();
    assertThat(index.sql("shop", "SELECT", "orders")).isNull();
    assertThat(index.method("A", "b", List.of(), List.of())).isNull();
    assertThat(index.webName("GET", "/", false)).isEqualTo("web:GET /");
  }
}
