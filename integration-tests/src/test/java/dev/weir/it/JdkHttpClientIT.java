package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Outbound requests of JDK HttpClient. */
class JdkHttpClientIT {

  private static final String RULES =
      """
      weir: 1
      resources:
        - {name: send, match: "http:GET localhost/v1/send/{sku}", flow: {limit: 2/1h}}
        - {name: async, match: "http:GET localhost/v1/async/{sku}", flow: {limit: 2/1h}}
        - {name: head, match: "http:GET localhost/v1/head/{sku}", flow: {limit: 1/1h}}
        - {name: post, match: "http:POST localhost/v1/post", flow: {limit: 1/1h}}
        - {name: host, match: "http:* *.example/**", flow: {limit: 0/1h}}
        - {name: moved, match: "http:GET localhost/moved", flow: {limit: 10/1h}}
        - {name: moved-to, match: "http:GET localhost/v1/prices/moved", flow: {limit: 0/1h}}
        - {name: fail, match: "http:GET localhost/fail", flow: {limit: 10/1h}}
        - {name: slow, match: "http:GET localhost/slow/{how}", flow: {limit: 10/1h}}
        - {name: dead, match: "http:GET localhost:1/x", flow: {limit: 10/1h}}
        - {name: spelled, match: "http:GET localhost/v1/spelled/{sku}", flow: {limit: 0/1h}}
        - {name: observed, match: "http:GET localhost/v1/observed", mode: observe, flow: {limit: 0/1h}}
        - name: thrown
          match: http:GET localhost/v1/thrown
          flow: {limit: 0/1h}
          on-block: {throw: java.net.ConnectException}
        - name: unchecked
          match: http:GET localhost/v1/unchecked
          flow: {limit: 0/1h}
          on-block: {throw: java.lang.IllegalStateException}
        - name: synthetic
          match: http:GET localhost/v1/synthetic
          flow: {limit: 0/1h}
          on-block:
            status: 503
            content-type: text/plain
            headers: {X-From: nowhere}
            body: "sorry, ${reason}"
      """;

  private static final String REFUSED =
      "dev.weir.bridge.BlockedIOException <- dev.weir.bridge.BlockedException";

  @RegisterExtension
  static final SharedApp SHARED = new SharedApp(() -> Launch.plainApp().rules(RULES));

  private static Reply http(String command, String... arguments) {
    return SHARED.app().call(Groups.HTTP, command, arguments);
  }

  private static void assertCounted(String entry, long completed, long failed, long blocked) {
    Statistics.Entry counts = SHARED.app().settled(entry);
    assertThat(counts.passed()).as("passed of %s", entry).isEqualTo(completed);
    assertThat(counts.completed()).as("completed of %s", entry).isEqualTo(completed);
    assertThat(counts.failed()).as("failed of %s", entry).isEqualTo(failed);
    assertThat(counts.blocked()).as("blocked of %s", entry).isEqualTo(blocked);
  }

  @Test
  void sendIsRefusedWithAnIoExceptionThatTellsWhy() {
    assertThat(http("send", "GET", "/v1/send/1").field("status")).isEqualTo("200");
    assertThat(http("send", "GET", "/v1/send/2").value()).isEqualTo("served /v1/send/2");
    Reply refused = http("send", "GET", "/v1/send/3");
    assertThat(refused.causes()).isEqualTo(REFUSED);
    assertThat(refused.field("blocked.reason")).isEqualTo("flow");
    assertThat(refused.field("blocked.entry")).isEqualTo("send");
    assertThat(refused.field("blocked.resource")).startsWith("http:GET localhost");
    assertThat(refused.field("blocked.retryAfter")).matches("PT(59M|1H).*S");
    assertThat(refused.field("blocked.message")).contains("2/h");
    assertThat(refused.field("blocked.loader")).isEqualTo("null");
    assertThat(SHARED.app().hits("server GET /v1/send/3")).isZero();
    assertCounted("send", 2, 0, 1);
  }

  @Test
  void sendAsyncCompletesExceptionally() {
    assertThat(http("async", "GET", "/v1/async/1").field("status")).isEqualTo("200");
    assertThat(http("async", "GET", "/v1/async/2").field("status")).isEqualTo("200");
    Reply refused = http("async", "GET", "/v1/async/3");
    assertThat(refused.field("how")).isEqualTo("completed exceptionally");
    assertThat(refused.causes()).isEqualTo(REFUSED);
    assertThat(SHARED.app().hits("server GET /v1/async/3")).isZero();
    assertCounted("async", 2, 0, 1);
  }

  @Test
  void headCountsAsGet() {
    assertThat(http("send", "HEAD", "/v1/head/1").field("status")).isEqualTo("200");
    assertThat(http("send", "GET", "/v1/head/1").isRefused()).isTrue();
  }

  @Test
  void postIsGuarded() {
    assertThat(http("send", "POST", "/v1/post").field("status")).isEqualTo("200");
    assertThat(http("send", "POST", "/v1/post").isRefused()).isTrue();
    assertThat(SHARED.app().hits("server POST /v1/post")).isEqualTo(1);
  }

  /** Refused before the name is looked up. */
  @Test
  void patternOfAHostHoldsForEveryPathAndPort() {
    assertThat(http("send", "GET", "http://PRICE.shop.example:8080/a/b?c").causes())
        .isEqualTo(REFUSED);
    assertThat(http("async", "POST", "https://price.example").causes()).isEqualTo(REFUSED);
  }

  @Test
  void redirectIsPartOfTheOneCall() {
    assertThat(http("send", "GET", "/moved").value()).isEqualTo("served /v1/prices/moved");
    assertThat(http("async", "GET", "/moved").value()).isEqualTo("served /v1/prices/moved");
    assertCounted("moved", 2, 0, 0);
    assertCounted("moved-to", 0, 0, 0);
  }

  @Test
  void statusOfFiveHundredIsAFailedCall() {
    assertThat(http("send", "GET", "/fail").field("status")).isEqualTo("500");
    assertThat(http("async", "GET", "/fail").field("status")).isEqualTo("500");
    assertCounted("fail", 2, 2, 0);
  }

  @Test
  void cancelledAndTimedOutCallsEndOnce() {
    assertThat(http("cancel", "GET", "/slow/cancel").value()).isEqualTo("true");
    assertThat(http("timeout", "GET", "/slow/timeout").thrown())
        .isEqualTo("java.net.http.HttpTimeoutException");
    // The causes are the client's own affair: it may have lost a pooled connection meanwhile.
    assertThat(http("asyncTimeout", "GET", "/slow/timeout").causes())
        .startsWith("java.net.http.HttpTimeoutException")
        .doesNotContain("dev.weir");
    Statistics.Entry counts = SHARED.app().settled("slow");
    assertThat(counts.passed()).isEqualTo(3);
    assertThat(counts.completed()).isEqualTo(3);
    assertThat(counts.blocked()).isZero();
  }

  @Test
  void exceptionOfTheClientPassesUnchanged() {
    Reply failed = http("refusedConnection");
    assertThat(failed.thrown()).isEqualTo("java.net.ConnectException");
    assertThat(failed.isRefused()).isFalse();
    assertCounted("dead", 1, 1, 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/spelled/1",
        "/v1/spelled/%31",
        "/v1/%73pelled/1",
        "//v1//spelled/1",
        "/v1/./spelled/1",
        "/x/../v1/spelled/1",
        "/v1/%2e/spelled/1",
        "/v1/spelled;a=b/1",
        "/v1/spelled/1?q=/..",
      })
  void noSpellingEscapesItsRule(String path) {
    assertThat(http("send", "GET", path).causes()).isEqualTo(REFUSED);
  }

  @Test
  void observedCallIsNotRefused() {
    assertThat(http("send", "GET", "/v1/observed").field("status")).isEqualTo("200");
    assertThat(SHARED.app().settled("observed").wouldBlock()).isEqualTo(1);
  }

  @Test
  void chosenExceptionIsThrownWithTheRefusalAsItsCause() {
    for (String command : new String[] {"send", "async"}) {
      assertThat(http(command, "GET", "/v1/thrown").causes())
          .isEqualTo("java.net.ConnectException <- dev.weir.bridge.BlockedException");
      assertThat(http(command, "GET", "/v1/unchecked").causes())
          .isEqualTo("java.lang.IllegalStateException <- dev.weir.bridge.BlockedException");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"send", "async", "bytes", "stream", "lines", "discard"})
  void syntheticResponseComesThroughTheCallersBodyHandler(String command) {
    Reply response = http(command, "GET", "/v1/synthetic");
    assertThat(response.field("status")).isEqualTo("503");
    assertThat(response.value()).isEqualTo(command.equals("discard") ? "null" : "sorry, flow");
    assertThat(response.field("header.x-from") + response.field("header.X-From"))
        .isEqualTo("nowhere");
    assertThat(response.field("uri")).endsWith("/v1/synthetic");
    assertThat(SHARED.app().hits("server GET /v1/synthetic")).isZero();
  }
}
