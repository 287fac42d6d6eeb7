package dev.weir.agent.door;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.bridge.Bridge;
import dev.weir.core.BlockReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every way a request can take through a container is counted once and ended once, with its final
 * status; a refused one gets its answer and no body runs; and whatever fails inside Weir, the
 * application's response is what it was.
 */
class WebContainerTest {

  @Nested
  class Tomcat9 extends Requests {
    Tomcat9() {
      super(WebContainer.Type.TOMCAT_9);
    }
  }

  @Nested
  class Tomcat10 extends Requests {
    Tomcat10() {
      super(WebContainer.Type.TOMCAT_10);
    }
  }

  @Nested
  class Jetty12 extends Requests {
    Jetty12() {
      super(WebContainer.Type.JETTY_12);
    }
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  abstract static class Requests {

    private final WebContainer.Type type;
    private final RecordingGuard guard = new RecordingGuard();
    private final HttpClient client = HttpClient.newHttpClient();
    private WebContainer container;

    @SuppressWarnings("NullAway.Init") // JUnit starts the container before all tests.
    Requests(WebContainer.Type type) {
      this.type = type;
    }

    @BeforeAll
    void start(@TempDir Path work) {
      container = new WebContainer(type, work);
    }

    @AfterAll
    @SuppressWarnings("NullAway") // Nobody asks for the container after this.
    void stop() {
      assertThat(container.skippedClasses()).isZero();
      WeakReference<ClassLoader> loader = container.loader();
      container.close();
      container = null;
      guard.reset();
      await()
          .atMost(20, SECONDS)
          .untilAsserted(
              () -> {
                System.gc();
                assertThat(loader.get()).as("an undeployed application is let go").isNull();
              });
    }

    @BeforeEach
    void install() {
      guard.reset();
      container.bodies().set(0);
      Bridge.install(guard);
    }

    @AfterEach
    void uninstall() {
      Bridge.install(null);
    }

    @ParameterizedTest
    @CsvSource({
      "/plain, 200, plain, /plain",
      "/orders/7, 200, plain, /orders/7",
      "/orders/a%20b;v=1, 200, plain, /orders/a b",
      "/%6frders/7, 200, plain, /orders/7",
      "/send-error, 418, error page 418, /send-error",
      "/forward, 200, plain, /forward",
      "/include, 200, with plain, /include",
      "/wrapped/1, 200, plain, /wrapped/1",
      "/filter-only, 206, filter only, /filter-only",
      "/page.txt, 200, a static file, /page.txt",
      "/none, 404, , /none",
    })
    void aRequestCountsOnceUnderItsOwnPath(String path, int status, String body, String counted)
        throws Exception {
      HttpResponse<String> response = get(path);

      assertThat(response.statusCode()).isEqualTo(status);
      if (body != null) {
        assertThat(response.body().trim()).isEqualTo(body);
      }
      assertEnded("GET /shop" + counted + " -> " + status);
    }

    @Test
    void aContextPathHasOneSpellingToTheRules() throws Exception {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(container.uri("/%73hop/plain")).build(),
              BodyHandlers.ofString());

      assertThat(response.body()).isEqualTo("plain");
      assertEnded("GET /shop/plain -> 200");
    }

    @Test
    void anExceptionPassesUnchanged() throws Exception {
      HttpResponse<String> response = get("/throwing");

      assertThat(response.statusCode()).isEqualTo(500);
      assertEnded("GET /shop/throwing -> 0 java.lang.IllegalStateException");
      assertThat(guard.ended().get(0).thrown()).hasMessage("thrown by the application");
    }

    @ParameterizedTest
    @CsvSource({
      "complete, 202, completed",
      "early, 202, early",
      "same-thread, 202, same thread",
      "dispatch, 200, plain",
      "dispatch-early, 200, plain",
      "again, 203, again",
      "send-error, 418, error page 418",
      "timeout, 500,",
      "timeout-answered, 504, too late",
    })
    void anAsynchronousRequestEndsOnceWithItsFinalStatus(String way, int status, String body)
        throws Exception {
      HttpResponse<String> response = get("/async/" + way);

      assertThat(response.statusCode()).isEqualTo(status);
      if (body != null) {
        assertThat(response.body()).isEqualTo(body);
      }
      assertEnded("async GET /shop/async/" + way + " -> " + status);
    }

    @Test
    void manyAtATimeEndOnceEach() throws Exception {
      List<String> ways = List.of("complete", "early", "dispatch", "dispatch-early", "again");
      List<CompletableFuture<?>> responses = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        String path = "/shop/async/" + ways.get(i % ways.size());
        HttpRequest request = HttpRequest.newBuilder(container.uri(path)).build();
        responses.add(client.sendAsync(request, BodyHandlers.discarding()));
        if (i % 20 == 19) {
          CompletableFuture.allOf(responses.toArray(new CompletableFuture<?>[0])).get(20, SECONDS);
        }
      }

      await().atMost(20, SECONDS).until(() -> guard.ended().size() >= 400);
      assertThat(guard.ended()).hasSize(400);
      assertThat(guard.entered()).isEqualTo(400);
      assertThat(guard.failures()).isEmpty();
      assertThat(guard.ended()).extracting(RecordingGuard.Ended::status).doesNotContain(0, 500);
    }

    @Test
    void anExceptionInADispatchEndsTheRequest() throws Exception {
      HttpResponse<String> response = get("/async/throw-later");

      assertThat(response.statusCode()).isEqualTo(500);
      awaitEnd();
      assertThat(guard.ended().get(0).name()).isEqualTo("async GET /shop/async/throw-later");
      assertThat(guard.ended().get(0).status()).isEqualTo(500);
    }

    /** Tomcat closes the connection and completes nothing, Jetty waits for the timeout. */
    @Test
    void anExceptionAfterStartAsyncEndsTheRequestAtOnce() throws Exception {
      try (Socket socket = new Socket("localhost", container.port())) {
        ask(socket, "GET /shop/async/throw HTTP/1.1");
        assertThat(read(socket)).doesNotContain(" 200 ");
      }

      assertEnded("GET /shop/async/throw -> 0 java.lang.IllegalStateException");
    }

    @Test
    void aClientThatLeavesEndsAnAsynchronousRequest() throws Exception {
      try (Socket socket = new Socket("localhost", container.port())) {
        ask(socket, "GET /shop/async/stream HTTP/1.1");
        assertThat(socket.getInputStream().read()).isEqualTo('H');
      }

      awaitEnd();
      assertThat(guard.ended().get(0).name()).isEqualTo("async GET /shop/async/stream");
    }

    @ParameterizedTest
    @ValueSource(strings = {"HEAD", "OPTIONS"})
    void theMethodIsTheRequestsOwn(String method) throws Exception {
      HttpResponse<String> response = send(method, "/plain");

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEmpty();
      assertEnded(method + " /shop/plain -> 200");
    }

    @Test
    void aPreflightIsToldApart() throws Exception {
      try (Socket socket = new Socket("localhost", container.port())) {
        ask(
            socket,
            "OPTIONS /shop/plain HTTP/1.1",
            "Origin: http://a.example",
            "Access-Control-Request-Method: GET");
        assertThat(read(socket)).startsWith("HTTP/1.1 200");
      }

      assertEnded("OPTIONS (pre-flight) /shop/plain -> 200");
    }

    @Test
    void theBodyIsLeftToTheApplication() throws Exception {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(container.uri("/shop/echo"))
                  .header("Content-Type", "application/x-www-form-urlencoded")
                  .POST(BodyPublishers.ofString("uid=1&name=a"))
                  .build(),
              BodyHandlers.ofString());

      assertThat(response.body()).isEqualTo("uid=1&name=a");
      assertEnded("POST /shop/echo -> 201");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "/plain",
          "/filter-only",
          "/page.txt",
          "/forward",
          "/async/complete",
          "/throwing",
          "/none"
        })
    void aRefusedRequestGetsTheAnswerAndNoBodyRuns(String path) throws Exception {
      guard.refuseWith(Refusals.of(BlockReason.FLOW, SECONDS.toNanos(2) + 1));

      HttpResponse<String> response = get(path);

      assertThat(response.statusCode()).isEqualTo(429);
      assertThat(response.headers().firstValue("Content-Type"))
          .hasValue("application/problem+json");
      assertThat(response.headers().firstValue("Weir-Blocked")).hasValue("flow");
      assertThat(response.headers().firstValue("Retry-After")).hasValue("3");
      assertThat(response.headers().firstValue("X-Plain")).isEmpty();
      assertThat(response.headers().firstValue("Content-Length"))
          .hasValue(Integer.toString(response.body().length()));
      assertThat(response.body()).contains("\"resource\":\"web:GET /shop" + path + '"');
      assertThat(container.bodies()).hasValue(0);
      assertNothingOpenAndNothingFailed();
    }

    @Test
    void aRefusedHeadGetsTheHeadersOnly() throws Exception {
      guard.refuseWith(Refusals.of(BlockReason.BREAKER, -1));

      try (Socket socket = new Socket("localhost", container.port())) {
        ask(socket, "HEAD /shop/plain HTTP/1.1");
        assertThat(read(socket))
            .startsWith("HTTP/1.1 503")
            .containsIgnoringCase("Weir-Blocked: breaker")
            .containsPattern("(?i)Content-Length: [1-9]")
            .endsWith("\r\n\r\n");
      }
      assertNothingOpenAndNothingFailed();
    }

    @Test
    void theUnreadBodyOfARefusedRequestIsNotTakenForTheNext() throws Exception {
      guard.refuseWith(Refusals.of(BlockReason.FLOW, 1));

      try (Socket socket = new Socket("localhost", container.port())) {
        ask(
            socket,
            "POST /shop/echo HTTP/1.1",
            "Host: localhost",
            "Content-Length: 1000",
            "",
            "GET /".repeat(200) + "GET /shop/plain HTTP/1.1");
        assertThat(read(socket).split("HTTP/1.1 429", -1)).hasSize(3);
      }
      assertThat(container.bodies()).hasValue(0);
      assertNothingOpenAndNothingFailed();
    }

    @Test
    void aResponseWhoseWriterIsTakenStillCarriesTheAnswer() throws Exception {
      guard.refuseWith(Refusals.of(BlockReason.ACCESS, -1));

      HttpResponse<String> response = get("/taken");

      assertThat(response.statusCode()).isEqualTo(403);
      assertThat(response.body()).startsWith("{").contains("\"reason\":\"access\"").endsWith("}");
      assertNothingOpenAndNothingFailed();
    }

    @Test
    void anAnswerWithoutABodyIsNotReplacedByAnErrorPage() throws Exception {
      guard.refuseWith(
          Refusals.of(
              BlockReason.FLOW, -1, Refusals.responding(418, Map.of("X-A", "b"), null, "")));

      HttpResponse<String> response = get("/plain");

      assertThat(response.statusCode()).isEqualTo(418);
      assertThat(response.body()).isEmpty();
      assertThat(response.headers().firstValue("X-A")).hasValue("b");
      assertNothingOpenAndNothingFailed();
    }

    @Test
    void aClientThatLeavesBeforeItsAnswerIsNoFailure() throws Exception {
      guard.refuseWith(
          Refusals.of(
              BlockReason.FLOW,
              -1,
              Refusals.responding(null, Map.of(), "text/plain", "x".repeat(30_000_000))));

      try (Socket socket = new Socket("localhost", container.port())) {
        ask(socket, "GET /shop/plain HTTP/1.1");
        assertThat(socket.getInputStream().read()).isEqualTo('H');
      }

      guard.refuseWith(Refusals.of(BlockReason.FLOW, -1));
      assertThat(get("/plain").statusCode()).isEqualTo(429);
      assertNothingOpenAndNothingFailed();
    }

    @ParameterizedTest
    @CsvSource({
      "web, /plain, 200, plain",
      "enter, /plain, 200, plain",
      "serving, /plain, 200, plain",
      "serve, /filter-only, 206, filter only",
      "served, /plain, 200, plain",
      "served, /throwing, 500,",
      "serving, /async/complete, 202, completed",
      "exit, /plain, 200, plain",
      "exit, /throwing, 500,",
      "web, /async/complete, 202, completed",
      "async, /async/complete, 202, completed",
      "asyncListener, /async/complete, 202, completed",
      "ended, /async/complete, 202, completed",
      "ended, /async/dispatch, 200, plain",
      "exit, /filter-only, 206, filter only",
    })
    void aFailureInsideWeirIsNotSeen(String failing, String path, int status, String body)
        throws Exception {
      guard.failIn(failing);

      HttpResponse<String> response = get(path);

      assertThat(response.statusCode()).isEqualTo(status);
      if (body != null) {
        assertThat(response.body()).isEqualTo(body);
      }
      await()
          .atMost(5, SECONDS)
          .untilAsserted(
              () ->
                  assertThat(guard.failures())
                      .singleElement()
                      .satisfies(
                          failure ->
                              assertThat(failure).hasMessage("asked to fail in " + failing)));
      assertThat(guard.ended()).hasSize(guard.entered());
      assertNothingIsServed();
    }

    @Test
    void aRefusalThatCannotBeAnsweredRunsTheBody() throws Exception {
      guard.refuseWith(Refusals.of(BlockReason.FLOW, -1));
      guard.failIn("answerWeb");

      assertThat(get("/plain").body()).isEqualTo("plain");
      assertThat(guard.failures()).hasSize(1);
      assertThat(guard.ended()).isEmpty();
    }

    @Test
    void aRequestThatCannotSayItsPathRunsUnguarded() throws Exception {
      assertThat(get("/hostile").body()).isEqualTo("plain");

      assertThat(guard.failures())
          .singleElement()
          .satisfies(failure -> assertThat(failure).hasMessage("hostile"));
      assertThat(guard.entered()).isZero();
    }

    @Test
    void withoutAGuardNothingIsDone() throws Exception {
      Bridge.install(null);

      assertThat(get("/plain").body()).isEqualTo("plain");
      assertThat(get("/async/dispatch").body()).isEqualTo("plain");
      assertThat(guard.entered()).isZero();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
      return send("GET", path);
    }

    private HttpResponse<String> send(String method, String path)
        throws IOException, InterruptedException {
      return client.send(
          HttpRequest.newBuilder(container.uri("/shop" + path))
              .method(method, BodyPublishers.noBody())
              .build(),
          BodyHandlers.ofString());
    }

    private static void ask(Socket socket, String... lines) throws IOException {
      socket.setSoTimeout(10_000);
      OutputStream out = socket.getOutputStream();
      String request =
          String.join("\r\n", lines) + "\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      out.flush();
    }

    private static String read(Socket socket) throws IOException {
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    /** The client may have its response before the advice says that it was sent. */
    private void awaitEnd() {
      await()
          .atMost(20, SECONDS)
          .pollInterval(5, MILLISECONDS)
          .until(() -> !guard.ended().isEmpty());
      assertThat(guard.ended()).hasSize(1);
      assertThat(guard.entered()).isEqualTo(1);
      assertThat(guard.failures()).isEmpty();
      assertNothingIsServed();
    }

    private void assertNothingIsServed() {
      await().atMost(5, SECONDS).until(() -> guard.serving() == 0);
    }

    private void assertEnded(String ended) {
      awaitEnd();
      assertThat(guard.ended().get(0)).hasToString(ended);
    }

    private void assertNothingOpenAndNothingFailed() {
      assertThat(guard.entered()).isZero();
      assertThat(guard.ended()).isEmpty();
      assertThat(guard.failures()).isEmpty();
      assertNothingIsServed();
    }
  }
}
