package dev.weir.agent.door;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.bridge.Answer;
import dev.weir.bridge.Bridge;
import dev.weir.core.BlockReason;
import dev.weir.core.rules.OnBlock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalResponseTest {

  private static final String HOSTILE = "web:GET /a\"\\<b>'&\r\n\u2028\u0000\uD800/{id}";
  private static final ObjectMapper STRICT =
      new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  @ParameterizedTest
  @CsvSource({
    "FLOW, 429, Too Many Requests",
    "CONCURRENCY, 503, Service Unavailable",
    "BREAKER, 503, Service Unavailable",
    "SYSTEM, 503, Service Unavailable",
    "ACCESS, 403, Forbidden",
  })
  void byDefaultItIsAProblem(BlockReason reason, int status, String title) throws IOException {
    Answer answer = RefusalResponse.of(Refusals.of(reason, SECONDS.toNanos(2)), "web:GET /orders");

    assertThat(Bridge.status(answer)).isEqualTo(status);
    assertThat(headers(answer))
        .containsEntry("Content-Type", "application/problem+json")
        .containsEntry("Weir-Blocked", reason.key())
        .containsEntry("Retry-After", "2");
    JsonNode problem = json(answer);
    assertThat(problem.path("type").asText()).isEqualTo("about:blank");
    assertThat(problem.path("title").asText()).isEqualTo(title);
    assertThat(problem.path("status").asInt()).isEqualTo(status);
    assertThat(problem.path("detail").asText()).endsWith(" Retry after 2 seconds.");
    assertThat(problem.path("resource").asText()).isEqualTo("web:GET /orders");
    assertThat(problem.path("reason").asText()).isEqualTo(reason.key());
    assertThat(problem.path("retry-after").asInt()).isEqualTo(2);
  }

  @Test
  void limitsAndCountsStayInside() {
    assertThat(body(RefusalResponse.of(Refusals.of(BlockReason.FLOW, 1), "web:GET /")))
        .doesNotContain("5/s")
        .doesNotContain("shop");
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "1000000000, 1", "1000000001, 2", "59999999999, 60"})
  void retryAfterIsInWholeSecondsRoundedUp(long nanos, String seconds) {
    Answer answer = RefusalResponse.of(Refusals.of(BlockReason.FLOW, nanos), "web:GET /");

    assertThat(headers(answer)).containsEntry("Retry-After", seconds);
  }

  @Test
  void retryAfterIsNotSaidWhereNoTimeIsKnown() throws IOException {
    Answer answer = RefusalResponse.of(Refusals.of(BlockReason.FLOW, -1), "web:GET /");

    assertThat(headers(answer)).doesNotContainKey("Retry-After");
    assertThat(json(answer).has("retry-after")).isFalse();
  }

  @Test
  void aProblemIsValidJsonWhateverTheNameHolds() throws IOException {
    JsonNode problem = json(RefusalResponse.of(Refusals.of(BlockReason.FLOW, 1), HOSTILE));

    assertThat(problem.path("resource").asText()).isEqualTo(HOSTILE.replace('\uD800', '\uFFFD'));
  }

  @Test
  void anyNameGivesValidJsonAndHeadersOfOneLine() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      StringBuilder name = new StringBuilder();
      for (int length = random.nextInt(12); length > 0; length--) {
        name.append((char) random.nextInt(random.nextBoolean() ? 0x80 : 0x10000));
      }
      OnBlock.Action action =
          Refusals.responding(null, Map.of("X-Resource", "<${resource}>"), null, null);
      Answer answer = RefusalResponse.of(Refusals.of(BlockReason.FLOW, 1, action), name.toString());

      assertThat(json(answer).isObject()).as("seed %s, name %s", seed, name).isTrue();
      assertThat(headers(answer).get("X-Resource"))
          .as("seed %s, name %s", seed, name)
          .matches("<[\\x20-\\x7E\\x80-\\xFF]*>");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, {\"r\":\"a\\\"\\u003cb>\"}",
    "text/html, {\"r\":\"a&quot;&lt;b&gt;\"}",
    "application/atom+xml, {\"r\":\"a&quot;&lt;b&gt;\"}",
    "text/plain, {\"r\":\"a\"<b>\"}",
  })
  void valuesAreEscapedByContentType(String type, String body) {
    assertThat(body(respond(type, "{\"r\":\"${resource}\"}", "a\"<b>"))).isEqualTo(body);
  }

  @Test
  void aValueIsNotATemplate() {
    assertThat(body(respond("text/plain", "${resource} ${reason} ${other} ${", "${reason}")))
        .isEqualTo("${reason} flow ${other} ${");
  }

  @Test
  void anUnknownTimeIsStillANumberInABody() throws IOException {
    OnBlock.Action action =
        Refusals.responding(null, Map.of(), "application/json", "{\"wait\": ${retry-after}}");
    Answer answer = RefusalResponse.of(Refusals.of(BlockReason.FLOW, -1, action), "web:GET /");

    assertThat(json(answer).path("wait").asInt()).isEqualTo(1);
  }

  @Test
  void writtenHeadersReplaceTheDefaultsButNotTheFraming() {
    OnBlock.Action action =
        Refusals.responding(
            503,
            Map.of(
                "retry-after", "120",
                "content-length", "5",
                "Transfer-Encoding", "chunked",
                "Content-Type", "text/plain",
                "X-Reason", "${reason}\r\nSet-Cookie: a=b"),
            null,
            "no");
    Answer answer = RefusalResponse.of(Refusals.of(BlockReason.FLOW, 1, action), "web:GET /");

    assertThat(Bridge.status(answer)).isEqualTo(503);
    assertThat(headers(answer))
        .containsEntry("Retry-After", "120")
        .containsEntry("Content-Type", "text/plain;charset=UTF-8")
        .containsEntry("X-Reason", "flow  Set-Cookie: a=b")
        .doesNotContainKeys("content-length", "Transfer-Encoding");
    assertThat(body(answer)).isEqualTo("no");
  }

  @Test
  void aTextTypeWithoutABodyGetsTheDetail() {
    OnBlock.Action action = Refusals.responding(null, Map.of(), "text/html", null);

    assertThat(body(RefusalResponse.of(Refusals.of(BlockReason.FLOW, 1, action), "web:GET /")))
        .isEqualTo("Too many requests in this time. Retry after 1 second.");
  }

  @Test
  void theBodyIsWrittenInTheCharsetOfItsType() {
    Answer answer = respond("text/plain; Charset=\"iso-8859-1\"", "\u00e9", "web:GET /");

    assertThat(Bridge.body(answer)).containsExactly(0xE9);
    assertThat(body(respond("text/plain;charset=nonsense", "\u00e9", "web:GET /")))
        .isEqualTo("\u00e9");
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 304})
  void aStatusThatForbidsABodyGetsNone(int status) {
    OnBlock.Action action = Refusals.responding(status, Map.of(), null, "text");
    Answer answer = RefusalResponse.of(Refusals.of(BlockReason.FLOW, 1, action), "web:GET /");

    assertThat(Bridge.body(answer)).isEmpty();
    assertThat(headers(answer)).doesNotContainKey("Content-Type");
  }

  private static Answer respond(String type, String body, String resource) {
    OnBlock.Action action = Refusals.responding(null, Map.of(), type, body);
    return RefusalResponse.of(Refusals.of(BlockReason.FLOW, 1, action), resource);
  }

  private static String body(Answer answer) {
    return new String(Bridge.body(answer), StandardCharsets.UTF_8);
  }

  private static JsonNode json(Answer answer) throws IOException {
    return STRICT.readTree(Bridge.body(answer));
  }

  private static Map<String, String> headers(Answer answer) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    String[] flat = Bridge.headers(answer);
    for (int at = 0; at < flat.length; at += 2) {
      assertThat(headers.put(flat[at], flat[at + 1])).as(flat[at]).isNull();
    }
    return headers;
  }
}
