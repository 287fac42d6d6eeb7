package com.acme.app;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Calls each method of the services once. */
public final class MethodCommands implements Commands {

  private final PriceService prices = new PriceService();
  private final OrderRepository orders = new OrderRepository();
  private final AuditService audit = new AuditService();
  private CompletableFuture<String> pending = new CompletableFuture<>();

  @Override
  public Map<String, String> run(String command, String[] arguments) throws Exception {
    return switch (command) {
      case "query" -> Outcome.value(prices.query(arguments[0]));
      case "query2" -> Outcome.value(prices.query(arguments[0], 2));
      case "order" -> Outcome.value(prices.order(arguments[0]));
      case "sum" -> Outcome.value(PriceService.sum(1, 2, 3.0, true));
      case "slow" -> Outcome.value(prices.slow(Integer.parseInt(arguments[0])));
      case "outer" -> Outcome.value(prices.outer(arguments[0]));
      case "touch" -> {
        prices.touch();
        yield Outcome.value("touched");
      }
      case "overflow" -> Outcome.value(overflow(Integer.parseInt(arguments[0])));
      case "record" -> Outcome.value(audit.record(arguments[0]));
      case "quote" -> get(prices.quote(arguments[0], 20));
      case "stage" -> get(prices.stage(arguments[0], 20).toCompletableFuture());
      case "failing" -> get(prices.failing(20));
      case "pending" -> {
        pending = prices.pending();
        yield Outcome.value(pending.isDone());
      }
      case "complete" -> Outcome.value(pending.complete("done"));
      case "cancel" -> Outcome.value(pending.cancel(true));
      default -> repository(command);
    };
  }

  /** Each time from another place on the stack, so that it ends in another line of code. */
  private int overflow(int times) {
    int overflows = 0;
    for (int i = 0; i < times; i++) {
      overflows += deeper(i % 50);
    }
    return overflows;
  }

  private int deeper(int frames) {
    if (frames > 0) {
      return deeper(frames - 1);
    }
    try {
      return prices.recurse(0);
    } catch (StackOverflowError expected) {
      return 1;
    }
  }

  private Map<String, String> repository(String command) {
    return switch (command) {
      case "findList" -> Outcome.value(orders.findList());
      case "findSet" -> Outcome.value(orders.findSet());
      case "findMap" -> Outcome.value(orders.findMap());
      case "findOne" -> Outcome.value(orders.findOne());
      case "findName" -> Outcome.value(orders.findName());
      case "findCount" -> Outcome.value(orders.findCount());
      case "findAny" -> Outcome.value(orders.findAny());
      case "findArray" -> Outcome.value(orders.findArray());
      case "findNothing" -> {
        orders.findNothing();
        yield Outcome.value("nothing");
      }
      case "size" -> Outcome.value(orders.size());
      default -> throw new IllegalArgumentException(command);
    };
  }

  /** Whether the future came failed, or the call itself threw, shows in {@code how}. */
  private static Map<String, String> get(CompletableFuture<String> future) throws Exception {
    try {
      return Outcome.value(future.get(10, TimeUnit.SECONDS));
    } catch (ExecutionException failed) {
      Map<String, String> outcome = Outcome.thrown(failed);
      outcome.put("how", "completed exceptionally");
      return outcome;
    }
  }
}
