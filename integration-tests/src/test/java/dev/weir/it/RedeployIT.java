package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A web application that is taken out of its container goes, guarded classes and all. */
class RedeployIT {

  private static final String RULES =
      """
      weir: 1
      resources:
        - {name: web, match: "web:GET /war/{sku}", flow: {limit: 10/1h}}
        - {name: price, match: "method:com.acme.web.WarServlet#price", flow: {limit: 100/1h}}
        - {name: price-again, match: "method:com.acme.web.War*#pri*", flow: {limit: 7/1h}}
      """;

  @ParameterizedTest
  @EnumSource(names = {"TOMCAT_9", "TOMCAT_11"})
  void loaderOfAnUndeployedApplicationIsCollected(Container container) throws IOException {
    try (ForkedApp app = container.launch().rules(RULES).start()) {
      app.announce("matches no method");
      app.announce("WARNING: .*You need to add|WARNING: .*you need to add"); // Tomcat's own words.
      Web web = new Web(app.httpPort());
      Path war = war(app, container);
      for (int round = 1; round <= 3; round++) {
        assertThat(app.call(Groups.DEPLOY, "deploy", war.toString()).value()).isEqualTo("true");
        assertThat(web.get("/war/a").body())
            .startsWith("price of /a by ")
            .contains("WebappClassLoader");
        assertThat(web.get("/war/b").statusCode()).isEqualTo(200);
        assertThat(app.settled("web").passed()).isEqualTo(2L * round);
        assertThat(app.settled("price").passed()).isEqualTo(2L * round);
        assertThat(app.call(Groups.DEPLOY, "undeploy").value()).isEqualTo("undeployed");
        await()
            .alias("the loader of round " + round + " is collected")
            .atMost(Duration.ofSeconds(15))
            .until(() -> app.call(Groups.DEPLOY, "collected").value().equals("true"));
      }
      assertThat(app.settled("price-again").blocked())
          .as("the budget outlives the loader")
          .isZero();
    }
  }

  /** The servlet's class stands in the web application too, whose loader looks there first. */
  private static Path war(ForkedApp app, Container container) throws IOException {
    Path war = app.directory().resolve("war");
    Path classes = war.resolve("WEB-INF/classes/com/acme/web");
    Files.createDirectories(classes);
    Files.copy(
        Checkout.app(container.api()).resolve("com/acme/web/WarServlet.class"),
        classes.resolve("WarServlet.class"));
    return war;
  }
}
