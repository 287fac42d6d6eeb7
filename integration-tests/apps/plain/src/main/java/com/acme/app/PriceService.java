package com.acme.app;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Methods of several shapes. */
public class PriceService {

  /** Checked, so that a test sees an exception of the application pass unchanged. */
  public static final class OutOfStock extends Exception {
    public OutOfStock(String message) {
      super(message);
    }
  }

  public long query(String sku) {
    Hits.count("query");
    return 100L + sku.length();
  }

  public long query(String sku, int amount) {
    Hits.count("query2");
    return (100L + sku.length()) * amount;
  }

  public int order(String sku) throws OutOfStock {
    Hits.count("order");
    throw new OutOfStock("no " + sku);
  }

  public static int sum(int a, long b, double c, boolean d) {
    Hits.count("sum");
    return (int) (a + b + c) + (d ? 1 : 0);
  }

  public void touch() {
    Hits.count("touch");
  }

  /** Takes {@code millis}. */
  public String slow(int millis) throws InterruptedException {
    Hits.count("slow");
    Thread.sleep(millis);
    return "slow";
  }

  /** Calls a guarded method of the same class. */
  public long outer(String sku) {
    Hits.count("outer");
    return query(sku);
  }

  /** Runs out of stack. */
  public int recurse(int depth) {
    return depth < 0 ? 0 : recurse(depth + 1) + 1;
  }

  public CompletableFuture<String> quote(String sku, int millis) {
    Hits.count("quote");
    return CompletableFuture.supplyAsync(() -> "quote " + sku, later(millis));
  }

  public CompletionStage<String> stage(String sku, int millis) {
    Hits.count("stage");
    return CompletableFuture.supplyAsync(() -> "stage " + sku, later(millis));
  }

  public CompletableFuture<String> failing(int millis) {
    Hits.count("failing");
    return CompletableFuture.supplyAsync(
        () -> {
          throw new IllegalArgumentException("no such quote");
        },
        later(millis));
  }

  /** Never completes by itself. */
  public CompletableFuture<String> pending() {
    Hits.count("pending");
    return new CompletableFuture<>();
  }

  private static Executor later(int millis) {
    return CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
  }
}
