package com.acme.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Calls the application's own price server with JDK HttpClient. */
public final class HttpCommands implements Commands {

  private final HttpServer server;
  private final HttpClient client =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();

  public HttpCommands() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", HttpCommands::serve);
    server.setExecutor(
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "price-server");
              thread.setDaemon(true);
              return thread;
            }));
    server.start();
  }

  private static void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      Hits.count("server " + exchange.getRequestMethod() + " " + path);
      int status = path.startsWith("/fail") ? 500 : 200;
      if (path.startsWith("/busy")) {
        exchange.getResponseHeaders().add("Retry-After", "120");
        status = 503;
      }
      if (path.startsWith("/slow")) {
        Thread.sleep(1_500);
      }
      if (path.startsWith("/moved")) {
        exchange.getResponseHeaders().add("Location", "/v1/prices/moved");
        status = 302;
      }
      byte[] body = ("served " + path).getBytes(StandardCharsets.UTF_8);
      boolean head = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(status, head ? -1 : body.length);
      if (!head) {
        exchange.getResponseBody().write(body);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Map<String, String> run(String command, String[] arguments) throws Exception {
    return switch (command) {
      case "port" -> Outcome.value(server.getAddress().getPort());
      case "send" -> response(client.send(request(arguments), BodyHandlers.ofString()));
      case "async" -> async(arguments);
      case "cancel" -> cancel(arguments);
      case "timeout" -> response(client.send(timed(arguments), BodyHandlers.ofString()));
      case "asyncTimeout" -> wait(client.sendAsync(timed(arguments), BodyHandlers.ofString()));
      case "refusedConnection" -> refusedConnection();
      case "bytes" -> sized(client.send(request(arguments), BodyHandlers.ofByteArray()));
      case "stream" -> stream(arguments);
      case "lines" -> lines(arguments);
      case "discard" -> response(client.send(request(arguments), BodyHandlers.discarding()));
      default -> throw new IllegalArgumentException(command);
    };
  }

  private HttpRequest request(String[] arguments) {
    return builder(arguments).build();
  }

  private HttpRequest timed(String[] arguments) {
    return builder(arguments).timeout(Duration.ofMillis(200)).build();
  }

  /** Method and path; the path may begin with a whole URI instead. */
  private HttpRequest.Builder builder(String[] arguments) {
    String method = arguments[0];
    String target = arguments[1];
    URI uri =
        target.startsWith("http")
            ? URI.create(target)
            : URI.create("http://localhost:" + server.getAddress().getPort() + target);
    HttpRequest.BodyPublisher body =
        method.equals("POST")
            ? HttpRequest.BodyPublishers.ofString("body")
            : HttpRequest.BodyPublishers.noBody();
    return HttpRequest.newBuilder(uri).method(method, body);
  }

  private static Map<String, String> response(HttpResponse<?> response) {
    Map<String, String> outcome = Outcome.value(response.body());
    outcome.put("status", String.valueOf(response.statusCode()));
    response
        .headers()
        .map()
        .forEach((name, values) -> outcome.put("header." + name, String.join(",", values)));
    outcome.put("uri", response.uri().toString());
    outcome.put("version", String.valueOf(response.version()));
    outcome.put("request", String.valueOf(response.request()));
    return outcome;
  }

  private static Map<String, String> sized(HttpResponse<byte[]> response) {
    Map<String, String> outcome = response(response);
    outcome.put("value", new String(response.body(), StandardCharsets.UTF_8));
    return outcome;
  }

  private Map<String, String> stream(String[] arguments) throws Exception {
    HttpResponse<InputStream> response =
        client.send(request(arguments), BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      Map<String, String> outcome = response(response);
      outcome.put("value", new String(body.readAllBytes(), StandardCharsets.UTF_8));
      return outcome;
    }
  }

  private Map<String, String> lines(String[] arguments) throws Exception {
    HttpResponse<Stream<String>> response = client.send(request(arguments), BodyHandlers.ofLines());
    try (Stream<String> body = response.body()) {
      Map<String, String> outcome = response(response);
      outcome.put("value", body.collect(Collectors.joining("|")));
      return outcome;
    }
  }

  /** An asynchronous call must not throw: what it gives is a future. */
  private Map<String, String> async(String[] arguments) throws Exception {
    CompletableFuture<HttpResponse<String>> future;
    try {
      future = client.sendAsync(request(arguments), BodyHandlers.ofString());
    } catch (RuntimeException thrown) {
      Map<String, String> outcome = Outcome.thrown(thrown);
      outcome.put("how", "thrown by the call");
      return outcome;
    }
    return wait(future);
  }

  private static Map<String, String> wait(CompletableFuture<HttpResponse<String>> future)
      throws Exception {
    try {
      return response(future.get(10, TimeUnit.SECONDS));
    } catch (ExecutionException failed) {
      Map<String, String> outcome = Outcome.thrown(failed.getCause());
      outcome.put("how", "completed exceptionally");
      return outcome;
    }
  }

  private Map<String, String> cancel(String[] arguments) throws Exception {
    CompletableFuture<HttpResponse<String>> future =
        client.sendAsync(request(arguments), BodyHandlers.ofString());
    Thread.sleep(100);
    return Outcome.value(future.cancel(true));
  }

  private Map<String, String> refusedConnection() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:1/x")).build();
    return response(client.send(request, BodyHandlers.ofString()));
  }
}
