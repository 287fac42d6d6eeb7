package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.tools.attach.VirtualMachine;
import org.junit.jupiter.api.Test;

/** The agent comes to an application that runs already. */
class AttachIT {

  private static final String RULES =
      """
      weir: 1
      resources:
        - {name: web, match: "web:GET /orders/{id}", flow: {limit: 2/1h}}
        - {name: method, match: "method:com.acme.app.PriceService#query", flow: {limit: 1/1h}}
        - {name: http, match: "http:GET localhost/v1/**", flow: {limit: 1/1h}}
      """;

  @Test
  void classesThatAreLoadedAlreadyAreGuarded() throws Exception {
    try (ForkedApp app = Container.TOMCAT_10.launch().rules(RULES).withoutAgent().start()) {
      app.announce("WARNING: (A Java agent|If a serviceability|Dynamic loading)");
      Web web = new Web(app.httpPort());
      assertThat(web.get("/orders/1").statusCode()).isEqualTo(200);
      assertThat(app.call(Groups.METHODS, "query", "abc").value()).isEqualTo("103");
      assertThat(app.call(Groups.HTTP, "send", "GET", "/v1/x").field("status")).isEqualTo("200");

      attach(app);

      assertThat(web.get("/orders/1").statusCode()).isEqualTo(200);
      assertThat(web.get("/orders/2").statusCode()).isEqualTo(200);
      assertThat(web.get("/orders/3").statusCode()).isEqualTo(429);
      assertThat(app.call(Groups.METHODS, "query", "abc").value()).isEqualTo("103");
      assertThat(app.call(Groups.METHODS, "query", "abc").isRefused()).isTrue();
      assertThat(app.call(Groups.HTTP, "send", "GET", "/v1/x").field("status")).isEqualTo("200");
      assertThat(app.call(Groups.HTTP, "send", "GET", "/v1/x").isRefused()).isTrue();
      try (Management management = new Management(app.pid())) {
        await().until(management::isThere);
        assertThat(management.read().entry("web").blocked()).isEqualTo(1);
        assertThat(management.read().suppressedFailures()).isZero();
      }

      app.announce("runs already");
      attach(app);
      app.awaitStderr("runs already");
      assertThat(web.get("/orders/4").statusCode()).isEqualTo(429);
    }
  }

  private static void attach(ForkedApp app) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(String.valueOf(app.pid()));
    try {
      machine.loadAgent(Checkout.AGENT_JAR.toString(), app.ruleFile().toString());
    } finally {
      machine.detach();
    }
  }
}
