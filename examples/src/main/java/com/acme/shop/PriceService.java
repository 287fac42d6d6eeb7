package com.acme.shop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The price service: in a real shop another team's process, here a second port of this one. Answers
 * {@code GET /prices/{sku}} with the price in cents.
 */
final class PriceService implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService workers;

  private PriceService(HttpServer server, ExecutorService workers) {
    this.server = server;
    this.workers = workers;
  }

  /** On a free port of the loopback interface. */
  static PriceService start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService workers = Executors.newFixedThreadPool(4, PriceService::worker);
    server.setExecutor(workers);
    server.createContext("/prices/", PriceService::answer);
    server.start();
    return new PriceService(server, workers);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
    workers.shutdown();
  }

  private static Thread worker(Runnable work) {
    Thread thread = new Thread(work, "price-service");
    thread.setDaemon(true);
    return thread;
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String sku = exchange.getRequestURI().getPath().substring("/prices/".length());
      // Today's price is a little below the list price, so that a buyer can tell one from the
      // other.
      long cents = Catalogue.listPriceCents(sku) * 9 / 10;
      byte[] body = Long.toString(cents).getBytes(StandardCharsets.US_ASCII);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
