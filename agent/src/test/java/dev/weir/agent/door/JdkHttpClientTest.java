package dev.weir.agent.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import dev.weir.bridge.BlockedException;
import dev.weir.bridge.BlockedIOException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdkHttpClientTest {

  @RegisterExtension final Woven woven = new Woven();

  private final HttpClient client =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
  private final CountDownLatch mayAnswer = new CountDownLatch(1);
  private final List<String> served = new ArrayList<>();
  private HttpServer server;
  private ExecutorService threads;
  private ClientGuard guard;

  @BeforeEach
  void serve() throws IOException {
    guard = woven.guard();
    threads = Executors.newCachedThreadPool();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          synchronized (served) {
            served.add(path);
          }
          if (path.startsWith("/slow")) {
            await(mayAnswer);
          }
          if (path.startsWith("/moved")) {
            exchange.getResponseHeaders().add("Location", "/prices/7");
            exchange.sendResponseHeaders(302, -1);
          } else {
            byte[] body = path.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(path.startsWith("/error") ? 500 : 200, body.length);
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    mayAnswer.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpRequest get(String path) {
    return HttpRequest.newBuilder(uri(path)).build();
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  private int served() {
    synchronized (served) {
      return served.size();
    }
  }

  private void assertEnds(String... ends) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(guard.ends).containsExactly(ends));
  }

  /** A future may be done for its caller just before it is for the guard. */
  private void assertTwoFailed() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () -> assertThat(guard.ends).hasSize(2).allMatch(end -> end.endsWith("Exception")));
  }

  @Test
  void countsASentRequestOnce() throws Exception {
    guard.limit("http:GET 127.0.0.1/prices/{sku}", 5);

    HttpResponse<String> response = client.send(get("/prices/7?x=y"), BodyHandlers.ofString());

    assertThat(response.body()).isEqualTo("/prices/7");
    assertThat(guard.admitted).hasValue(1);
    assertEnds("200");
  }

  @Test
  void refusesBeforeAnythingIsSent() {
    guard.limit("http:GET 127.0.0.1/prices/{sku}", 0);

    Throwable thrown =
        catchThrowable(() -> client.send(get("/prices/7?x=y"), BodyHandlers.ofString()));

    assertThat(thrown)
        .isExactlyInstanceOf(BlockedIOException.class)
        .hasMessageContaining("http:GET 127.0.0.1/prices/{sku} refused");
    assertThat(thrown.getCause())
        .isInstanceOfSatisfying(
            BlockedException.class, why -> assertThat(why.reason()).isEqualTo("flow"));
    assertThat(served()).isZero();
    assertThat(guard.ends).isEmpty();
  }

  @Test
  void leavesRequestsOfNoRuleAlone() throws Exception {
    guard.limit("http:GET other.internal/**", 0).limit("http:POST 127.0.0.1/**", 0);

    assertThat(client.send(get("/prices/7"), BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    assertThat(guard.admitted).hasValue(0);
  }

  @Test
  void noSpellingOfAPathEscapesItsRule() {
    guard.limit("http:GET 127.0.0.1/prices/{sku}", 0);

    for (String path : List.of("/%70rices/7", "//prices/./7", "/x/../prices/7", "/prices;a=b/7")) {
      assertThatThrownBy(() -> client.send(get(path), BodyHandlers.discarding()))
          .as(path)
          .isInstanceOf(BlockedIOException.class);
    }
  }

  @Test
  void countsRedirectsAsPartOfTheCall() throws Exception {
    guard.limit("http:* 127.0.0.1/**", 5);

    HttpResponse<String> response = client.send(get("/moved"), BodyHandlers.ofString());

    assertThat(response.body()).isEqualTo("/prices/7");
    assertThat(served()).isEqualTo(2);
    assertThat(guard.admitted).hasValue(1);
    assertEnds("200");
  }

  @Test
  void tellsTheStatusOfTheAnswer() throws Exception {
    guard.limit("http:* 127.0.0.1/**", 5);

    client.send(get("/error"), BodyHandlers.discarding());
    client.sendAsync(get("/error"), BodyHandlers.discarding()).get();

    assertEnds("500", "500");
  }

  @Test
  void tellsThatNobodyListened() {
    int port = server.getAddress().getPort();
    server.stop(0);
    guard.limit("http:* 127.0.0.1:" + port + "/**", 5);

    assertThatThrownBy(() -> client.send(get("/"), BodyHandlers.discarding()))
        .isInstanceOf(ConnectException.class);
    assertThatThrownBy(() -> client.sendAsync(get("/"), BodyHandlers.discarding()).get())
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(ConnectException.class);

    assertTwoFailed();
  }

  @Test
  void tellsThatTimeRanOut() {
    guard.limit("http:* 127.0.0.1/**", 5);
    HttpRequest request =
        HttpRequest.newBuilder(uri("/slow")).timeout(Duration.ofMillis(100)).build();

    assertThatThrownBy(() -> client.send(request, BodyHandlers.discarding()))
        .isInstanceOf(HttpTimeoutException.class);
    assertThatThrownBy(() -> client.sendAsync(request, BodyHandlers.discarding()).get())
        .hasCauseInstanceOf(HttpTimeoutException.class);

    assertTwoFailed();
  }

  @Test
  void anAsynchronousCallEndsWithItsFuture() throws Exception {
    guard.limit("http:* 127.0.0.1/**", 5);

    CompletableFuture<HttpResponse<String>> future =
        client.sendAsync(get("/slow"), BodyHandlers.ofString(), null);
    Awaitility.await().until(() -> served() == 1);

    assertThat(guard.admitted).hasValue(1);
    assertThat(guard.ends).isEmpty();

    mayAnswer.countDown();

    assertThat(future.get().body()).isEqualTo("/slow");
    assertEnds("200");
  }

  @Test
  void cancellingReachesTheClientAndEndsTheCall() {
    guard.limit("http:* 127.0.0.1/**", 5);

    CompletableFuture<HttpResponse<String>> future =
        client.sendAsync(get("/slow"), BodyHandlers.ofString());
    Awaitility.await().until(() -> served() == 1);

    assertThat(future.cancel(true)).isTrue();
    // Which of the two comes first is the client's affair: the cancellation, or what it leads to.
    assertThat(catchThrowable(future::get))
        .satisfiesAnyOf(
            thrown -> assertThat(thrown).isInstanceOf(CancellationException.class),
            thrown -> assertThat(thrown).hasCauseInstanceOf(CancellationException.class));
    assertEnds("given up");
  }

  @Test
  void aRefusedAsynchronousCallGivesAFailedFuture() {
    guard.limit("http:* 127.0.0.1/**", 0);

    CompletableFuture<HttpResponse<String>> future =
        client.sendAsync(get("/prices/7"), BodyHandlers.ofString());

    assertThat(future).isCompletedExceptionally();
    assertThatThrownBy(future::get)
        .hasCauseInstanceOf(BlockedIOException.class)
        .hasRootCauseInstanceOf(BlockedException.class);
    assertThat(served()).isZero();
  }

  @Test
  void failsAsTheClientDoesWithoutRequestOrHandler() {
    guard.limit("http:* 127.0.0.1/**", 0);

    assertThatThrownBy(() -> client.send(nothing(), BodyHandlers.discarding()))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> client.send(get("/"), nothing()))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> client.sendAsync(get("/"), nothing()))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> HttpRequest.newBuilder(URI.create("file:///x")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(guard.refused).hasValue(0);
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }

  /** An exception of the application's that a rule may name. */
  public static final class TooBusy extends RuntimeException {
    public TooBusy(String message) {
      super(message);
    }
  }

  @Test
  void throwsWhatTheRuleNames() {
    guard.limit("http:* 127.0.0.1/**", 0, ClientGuard.throwing(TooBusy.class.getName()));

    assertThatThrownBy(() -> client.send(get("/"), BodyHandlers.discarding()))
        .isExactlyInstanceOf(TooBusy.class)
        .hasCauseInstanceOf(BlockedException.class);
    assertThatThrownBy(() -> client.sendAsync(get("/"), BodyHandlers.discarding()).get())
        .hasCauseExactlyInstanceOf(TooBusy.class);
  }

  @Test
  void throwsTheDefaultForAClassThatIsMissing() {
    guard.limit("http:* 127.0.0.1/**", 0, ClientGuard.throwing("com.acme.Missing"));

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> client.send(get("/"), BodyHandlers.discarding()))
          .isExactlyInstanceOf(BlockedIOException.class);
    }
    assertThat(guard.log().lines()).hasSize(1).allMatch(line -> line.contains("com.acme.Missing"));
  }

  @Test
  void answersInPlaceOfTheServer() throws Exception {
    guard.limit(
        "http:* 127.0.0.1/**",
        0,
        ClientGuard.responding(
            503, Map.of("X-From", "weir", "content-type", "text/plain"), "{\"por\":\"así\"}"));

    HttpResponse<String> response = client.send(get("/prices/7"), BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).isEqualTo("{\"por\":\"así\"}");
    assertThat(response.headers().firstValue("x-from")).hasValue("weir");
    assertThat(response.uri()).isEqualTo(uri("/prices/7"));
    assertThat(response.request().method()).isEqualTo("GET");
    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    assertThat(response.previousResponse()).isEmpty();
    assertThat(response.sslSession()).isEmpty();
    assertThat(served()).isZero();
    assertThat(client.sendAsync(get("/"), BodyHandlers.ofString()).get().body())
        .isEqualTo("{\"por\":\"así\"}");
  }

  @Test
  void answersThroughEveryKindOfBodyHandler() throws Exception {
    String body = "line 1\n" + "x".repeat(100_000);
    guard.limit("http:* 127.0.0.1/**", 0, ClientGuard.responding(200, Map.of(), body));

    assertThat(client.send(get("/"), BodyHandlers.discarding()).body()).isNull();
    assertThat(client.send(get("/"), BodyHandlers.replacing("x")).body()).isEqualTo("x");
    assertThat(client.send(get("/"), BodyHandlers.ofByteArray()).body())
        .isEqualTo(body.getBytes(StandardCharsets.UTF_8));
    assertThat(client.send(get("/"), BodyHandlers.ofLines()).body().collect(Collectors.toList()))
        .hasSize(2);
    try (InputStream stream = client.send(get("/"), BodyHandlers.ofInputStream()).body()) {
      assertThat(stream.readAllBytes()).hasSize(body.length());
    }
    assertThat(bytes(client.send(get("/"), BodyHandlers.ofPublisher()).body()))
        .isEqualTo(body.length());
  }

  @Test
  void answersWithoutABody() throws Exception {
    guard.limit("http:* 127.0.0.1/**", 0, ClientGuard.responding(204, Map.of(), ""));

    assertThat(client.send(get("/"), BodyHandlers.ofString()).body()).isEmpty();
    assertThat(bytes(client.send(get("/"), BodyHandlers.ofPublisher()).body())).isZero();
  }

  private static int bytes(Flow.Publisher<List<ByteBuffer>> publisher) throws Exception {
    CompletableFuture<Integer> sum = new CompletableFuture<>();
    publisher.subscribe(
        new Flow.Subscriber<>() {
          private int bytes;
          private Flow.@Nullable Subscription subscription;

          @Override
          public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(1);
          }

          @Override
          public void onNext(List<ByteBuffer> buffers) {
            buffers.forEach(buffer -> bytes += buffer.remaining());
            if (subscription != null) {
              subscription.request(1);
            }
          }

          @Override
          public void onError(Throwable failure) {
            sum.completeExceptionally(failure);
          }

          @Override
          public void onComplete() {
            sum.complete(bytes);
          }
        });
    return sum.get();
  }

  @Test
  void refusesWhereTheHandlerFailsOnItsAnswer() {
    guard.limit("http:* 127.0.0.1/**", 0, ClientGuard.responding(200, Map.of(), "x"));
    IllegalStateException failure = new IllegalStateException("cannot read");
    HttpResponse.BodyHandler<String> handler =
        info -> {
          throw failure;
        };
    HttpResponse.BodyHandler<String> later =
        info ->
            HttpResponse.BodySubscribers.mapping(
                HttpResponse.BodySubscribers.discarding(),
                nothing -> {
                  throw failure;
                });

    assertThatThrownBy(() -> client.send(get("/"), handler))
        .isExactlyInstanceOf(BlockedIOException.class)
        .satisfies(thrown -> assertThat(thrown.getSuppressed()).containsExactly(failure));
    assertThatThrownBy(() -> client.send(get("/"), later))
        .isExactlyInstanceOf(BlockedIOException.class);
    assertThatThrownBy(() -> client.sendAsync(get("/"), later).get())
        .hasCauseExactlyInstanceOf(BlockedIOException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "enter", "exit", "async", "completed"})
  void goesOnWhereWeirFails(String method) throws Exception {
    guard.limit("http:* 127.0.0.1/**", 5);
    guard.failing = method;

    HttpResponse<String> sent = client.send(get("/prices/7"), BodyHandlers.ofString());
    CompletableFuture<HttpResponse<String>> future =
        client.sendAsync(get("/error"), BodyHandlers.ofString());

    assertThat(sent.body()).isEqualTo("/prices/7");
    assertThat(future.get().statusCode()).isEqualTo(500);
    Awaitility.await().untilAsserted(() -> assertThat(guard.failures).isNotEmpty());
  }

  @Test
  void goesOnWhereWeirCannotAnswer() throws Exception {
    guard.limit("http:* 127.0.0.1/**", 0);
    guard.failing = "answerHttp";

    assertThat(client.send(get("/prices/7"), BodyHandlers.ofString()).body())
        .isEqualTo("/prices/7");
    assertThat(client.sendAsync(get("/prices/7"), BodyHandlers.ofString()).get().body())
        .isEqualTo("/prices/7");
    assertThat(guard.failures).hasSize(2);
  }
}
