package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What an application calls while it serves a request: statements, other services, methods. */
class ServingIT {

  private static final String RULES =
      """
      weir: 1
      caller: header:X-Client-App
      resources:
        - {name: sql, match: "sql:* SELECT *", from: "web:* /serving/from/**", flow: {limit: 0/1h}}
        - {name: http, match: "http:* 127.0.0.1/**", from: "web:* /serving/from/**",
           flow: {limit: 0/1h}}
        - {name: sql-per-caller, match: "sql:* SELECT *", flow: {limit: 1/1h, per: caller}}
        - {name: no-batch, match: "http:* 127.0.0.1/**", access: {deny: batch}}
      """;

  @Test
  void statementsAndRequestsAreKnownByTheRequestTheyServe() {
    Launch launch = Container.TOMCAT_11.launch().classPath(Checkout.libraries("jdbc")).rules(RULES);
    try (ForkedApp app = launch.start()) {
      Web web = new Web(app.httpPort());
      assertThat(web.get("/serving/from/sql").body()).isEqualTo("SQLTransientException");
      assertThat(web.get("/serving/from/http").body()).isEqualTo("BlockedIOException");
      String[] batch = {"X-Client-App", "batch"};
      assertThat(web.get("/serving/other/sql", batch).body()).isEqualTo("selected");
      assertThat(web.get("/serving/other/sql", batch).body()).isEqualTo("SQLTransientException");
      assertThat(web.get("/serving/other/sql").body()).isEqualTo("selected");
      assertThat(web.get("/serving/other/sql").body()).isEqualTo("SQLTransientException");
      assertThat(web.get("/serving/other/http", batch).body()).isEqualTo("BlockedIOException");
      assertThat(web.get("/serving/other/http").body()).isEqualTo("taken");
      assertThat(app.settled("sql").blocked()).isEqualTo(1);
      assertThat(app.settled("http").blocked()).isEqualTo(1);
      assertThat(app.settled("sql-per-caller").passed()).isEqualTo(2);
      assertThat(app.settled("sql-per-caller").blocked()).isEqualTo(2);
      assertThat(app.settled("no-batch").blocked()).isEqualTo(1);
      assertThat(app.settled("no-batch").passed()).isEqualTo(1);
    }
  }

  @Test
  void contextFollowsTheRulesInForce() {
    try (ForkedApp app = Container.TOMCAT_11.launch().start()) {
      Web web = new Web(app.httpPort());
      assertThat(web.get("/serving/from/method").body()).isEqualTo("taken");
      app.entries(
          """
          - match: method:com.acme.web.Stock#take
            from: web:GET /serving/from/**
            flow: {limit: 0/1h}
          """);
      assertThat(web.get("/serving/from/method").body()).isEqualTo("BlockedException");
      assertThat(web.get("/serving/other/method").body()).isEqualTo("taken");
      app.rules("weir: 1");
      assertThat(web.get("/serving/from/method").body()).isEqualTo("taken");
    }
  }
}
