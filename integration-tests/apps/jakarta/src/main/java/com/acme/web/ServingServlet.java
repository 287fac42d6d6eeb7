package com.acme.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Calls other things while it serves a request: what, and where, the end of the path says. */
public final class ServingServlet extends HttpServlet {

  private final transient ExecutorService executor =
      Executors.newSingleThreadExecutor(this::daemon);
  private final transient HttpClient client = HttpClient.newHttpClient();

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String path = request.getPathInfo();
    switch (path.substring(path.lastIndexOf('/'))) {
      case "/method" -> response.getWriter().write(outcome(Stock::take));
      case "/executor" ->
          response.getWriter().write(outcome(() -> executor.submit(Stock::take).get()));
      case "/sql" -> response.getWriter().write(outcome(ServingServlet::select));
      case "/http" -> response.getWriter().write(outcome(() -> get(request.getLocalPort())));
      case "/forward" ->
          request.getRequestDispatcher("/serving/other/method").forward(request, response);
      case "/dispatch" -> {
        AsyncContext context = request.startAsync();
        CompletableFuture.delayedExecutor(30, TimeUnit.MILLISECONDS)
            .execute(() -> context.dispatch("/serving/other/method"));
      }
      case "/throw" -> throw new IllegalStateException("after " + outcome(Stock::take));
      default -> throw new IllegalArgumentException(path);
    }
  }

  private Thread daemon(Runnable body) {
    Thread thread = new Thread(body, "stock");
    thread.setDaemon(true);
    return thread;
  }

  private static String outcome(Callable<String> body) {
    try {
      return body.call();
    } catch (Exception refused) {
      return refused.getClass().getSimpleName();
    }
  }

  private static String select() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:serving");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS stock (sku INT)");
      statement.executeQuery("SELECT sku FROM stock").close();
      return "selected";
    }
  }

  private String get(int port) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port + "/serving/other/method");
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
  }
}
