package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The applications serve without the agent: what the other tests compare with. */
class AppsIT {

  @ParameterizedTest
  @EnumSource
  void servesWithoutTheAgent(Container container) {
    try (ForkedApp app = container.launch().withoutAgent().start()) {
      Web web = new Web(app.httpPort());
      assertThat(web.get("/orders/1").body()).isEqualTo("order /1");
      assertThat(web.send("POST", "/orders/1", "x").body()).isEqualTo("posted x");
      assertThat(web.get("/second/orders/1").body()).isEqualTo("order /1");
      assertThat(web.get("/hello.txt").body()).isEqualTo("a static file\n");
      assertThat(web.get("/forward").body()).isEqualTo("order /7");
      assertThat(web.get("/include").body()).isEqualTo("before order null after");
      assertThat(web.get("/filtered/x").body()).isEqualTo("filtered");
      assertThat(web.get("/wrapped/x").body()).isEqualTo("order /x");
      assertThat(web.get("/passing/x").body()).isEqualTo("order /x");
      assertThat(web.get("/raw/x").body()).isEqualTo("raw");
      assertThat(web.get("/fail/send-error").body()).isEqualTo("error page for 500");
      assertThat(web.get("/fail/runtime").body()).isEqualTo("error page for 500");
      assertThat(web.get("/async/complete").body()).isEqualTo("completed");
      assertThat(web.get("/async/dispatch").body()).isEqualTo("order /9");
      assertThat(web.get("/async/timeout").body()).isEqualTo("timed out");
      assertThat(web.get("/async/timeout-unhandled").statusCode()).isEqualTo(500);
      assertThat(app.hits("orders")).isEqualTo(8);
    }
  }

  @Test
  void springBootServesWithoutTheAgent() {
    try (ForkedApp app = Launch.runnableJar(Checkout.BOOT_JAR).withoutAgent().start()) {
      Web web = new Web(app.httpPort());
      assertThat(web.get("/orders/1").body()).isEqualTo("order 1");
      assertThat(web.get("/callable").body()).isEqualTo("callable");
      assertThat(web.get("/future").body()).isEqualTo("future");
      assertThat(web.get("/db").body()).isEqualTo("abc");
      assertThat(web.get("/hello.txt").body()).isEqualTo("a static file\n");
      assertThat(web.get("/fail").statusCode()).isEqualTo(500);
    }
  }

  @Test
  void plainApplicationWorksWithoutTheAgent() throws IOException {
    Launch launch =
        Launch.plainApp()
            .classPath(Checkout.libraries("jdbc"))
            .classPath(Checkout.libraries("old-libraries"))
            .withoutAgent();
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start();
        ForkedApp app = launch.start()) {
      assertThat(app.call(Groups.METHODS, "query", "abc").value()).isEqualTo("103");
      assertThat(app.call(Groups.METHODS, "quote", "abc").value()).isEqualTo("quote abc");
      assertThat(app.call(Groups.METHODS, "order", "abc").causes())
          .isEqualTo("com.acme.app.PriceService$OutOfStock");
      assertThat(app.call(Groups.HTTP, "send", "GET", "/v1/prices/1").value())
          .isEqualTo("served /v1/prices/1");
      assertThat(app.call(Groups.HTTP, "async", "GET", "/v1/prices/1").field("status"))
          .isEqualTo("200");
      assertThat(app.call(Groups.JVM, "hiddenLoader", "abc").value()).isEqualTo("103");
      assertThat(app.call(Groups.OLD_LIBRARIES, "bytebuddy").value()).isEqualTo("generated");
      for (String url : List.of("jdbc:h2:mem:shop", postgres.getJdbcUrl("postgres", "postgres"))) {
        assertThat(app.call(Groups.JDBC, "pool", url).value()).isEqualTo("pooled");
        assertThat(app.call(Groups.JDBC, "query", "select 1").value()).isEqualTo("1");
        assertThat(app.call(Groups.JDBC, "prepared", "select 1").value()).isEqualTo("1");
        app.call(Groups.JDBC, "close");
      }
    }
  }
}
