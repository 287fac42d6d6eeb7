package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A Spring Boot fat jar: nested jars behind a class loader of its own. */
class SpringBootIT {

  private static final String RULES =
      """
      weir: 1
      resources:
        - {name: get, match: "web:GET /orders/{id}", flow: {limit: 2/1h}}
        - {name: post, match: "web:POST /orders", flow: {limit: 1/1h}}
        - {name: callable, match: "web:GET /callable", flow: {limit: 1/1h}}
        - {name: future, match: "web:GET /future", flow: {limit: 1/1h}}
        - {name: fail, match: "web:GET /fail", flow: {limit: 1/1h}}
        - {name: static, match: "web:GET /hello.txt", flow: {limit: 1/1h}}
        - {name: nowhere, match: "web:GET /nowhere", flow: {limit: 1/1h}}
        - {name: services, match: "method:@org.springframework.stereotype.Service#*",
           flow: {limit: 1/1h}, on-block: {return: 0}}
        - {name: table, match: "sql:bootshop SELECT orders", flow: {limit: 1/1h}}
      """;

  @RegisterExtension
  static final SharedApp SHARED =
      new SharedApp(() -> Launch.runnableJar(Checkout.BOOT_JAR).rules(RULES));

  private Web web = new Web(0);

  @BeforeEach
  void connect() {
    web = new Web(SHARED.app().httpPort());
    SHARED.app().announce("matches no method of a class loaded so far");
  }

  private static void assertCounted(String entry, long passed, long blocked) {
    Statistics.Entry counts = SHARED.app().settled(entry);
    assertThat(counts.passed()).as("passed of %s", entry).isEqualTo(passed);
    assertThat(counts.completed()).as("ended of %s", entry).isEqualTo(passed);
    assertThat(counts.blocked()).as("blocked of %s", entry).isEqualTo(blocked);
  }

  @Test
  void controllersAreGuarded() {
    assertThat(web.get("/orders/1").body()).isEqualTo("order 1");
    assertThat(web.get("/orders/%32").body()).isEqualTo("order 2");
    var refused = web.get("/orders/3");
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Weir-Blocked")).hasValue("flow");
    assertThat(refused.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
    assertThat(refused.body()).contains("429");
    assertThat(web.get("/bodies").body()).isEqualTo("2");
    assertCounted("get", 2, 1);
    assertThat(web.send("POST", "/orders", "x", "Content-Type", "text/plain").statusCode())
        .isEqualTo(201);
    assertThat(web.send("POST", "/orders", "x", "Content-Type", "text/plain").statusCode())
        .isEqualTo(429);
    assertCounted("post", 1, 1);
  }

  @Test
  void asynchronousControllersCountOnce() {
    assertThat(web.get("/callable").body()).isEqualTo("callable");
    assertThat(web.get("/callable").statusCode()).isEqualTo(429);
    assertCounted("callable", 1, 1);
    assertThat(web.get("/future").body()).isEqualTo("future");
    assertThat(web.get("/future").statusCode()).isEqualTo(429);
    assertCounted("future", 1, 1);
  }

  @Test
  void failuresStaticFilesAndUnknownPathsCountOnce() {
    assertThat(web.get("/fail").statusCode()).isEqualTo(500);
    assertThat(web.get("/fail").statusCode()).isEqualTo(429);
    assertCounted("fail", 1, 1);
    assertThat(SHARED.app().settled("fail").failed()).isEqualTo(1);
    assertThat(web.get("/hello.txt").body()).isEqualTo("a static file\n");
    assertThat(web.get("/hello.txt").statusCode()).isEqualTo(429);
    assertCounted("static", 1, 1);
    assertThat(web.get("/nowhere").statusCode()).isEqualTo(404);
    assertThat(web.get("/nowhere").statusCode()).isEqualTo(429);
  }

  @Test
  void servicesAreFoundByTheirAnnotation() {
    assertThat(web.get("/prices/abc").body()).isEqualTo("103");
    assertThat(web.get("/prices/abc").body()).isEqualTo("0");
    assertCounted("services", 1, 1);
  }

  @Test
  void springTranslatesTheRefusalOfAStatementAndKeepsItsCause() {
    assertThat(web.get("/db").body()).isEqualTo("abc");
    assertThat(web.get("/db-refusal").body())
        .isEqualTo(
            "org.springframework.jdbc.UncategorizedSQLException"
                + " <- dev.weir.bridge.BlockedException");
    assertCounted("table", 1, 1);
  }
}
