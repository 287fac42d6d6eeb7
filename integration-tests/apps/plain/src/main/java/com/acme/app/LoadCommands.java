package com.acme.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** Calls {@link PriceService#query} from several threads until told to stop, and counts. */
public final class LoadCommands implements Commands {

  private final PriceService prices = new PriceService();
  private final List<Thread> threads = new ArrayList<>();
  private final LongAdder passed = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder wrong = new LongAdder();
  private final AtomicReference<String> firstWrong = new AtomicReference<>("");
  private volatile boolean running;

  @Override
  public Map<String, String> run(String command, String[] arguments) throws Exception {
    switch (command) {
      case "start" -> start(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
      case "stop" -> stop();
      case "counts" -> {
        // Only reads.
      }
      default -> throw new IllegalArgumentException(command);
    }
    return Map.of(
        "passed", String.valueOf(passed.sum()),
        "refused", String.valueOf(refused.sum()),
        "wrong", String.valueOf(wrong.sum()),
        "firstWrong", firstWrong.get());
  }

  private synchronized void start(int count, int pauseMillis) {
    running = true;
    for (int i = 0; i < count; i++) {
      threads.add(Control.daemon(() -> load(pauseMillis), "load-" + i));
    }
  }

  private synchronized void stop() throws InterruptedException {
    running = false;
    for (Thread thread : threads) {
      thread.join(10_000);
    }
    threads.clear();
  }

  private void load(int pauseMillis) {
    while (running) {
      call();
      if (pauseMillis > 0) {
        try {
          Thread.sleep(pauseMillis);
        } catch (InterruptedException stopped) {
          return;
        }
      }
    }
  }

  private void call() {
    try {
      if (prices.query("abc") == 103) {
        passed.increment();
      } else {
        wrong("another value");
      }
    } catch (RuntimeException e) {
      if (e.getClass().getName().equals("dev.weir.bridge.BlockedException")) {
        refused.increment();
      } else {
        wrong(e.toString());
      }
    } catch (Error e) {
      wrong(e.toString());
    }
  }

  private void wrong(String what) {
    wrong.increment();
    firstWrong.compareAndSet("", what);
  }
}
