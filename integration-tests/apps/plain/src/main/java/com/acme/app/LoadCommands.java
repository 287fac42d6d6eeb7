package com.acme.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Calls {@link PriceService#query} from several threads and counts. */
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
      case "together" -> {
        return together(Integer.parseInt(arguments[0]));
      }
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

  /**
   * So many calls at once, each on its own thread: how many passed, and what was told the others.
   */
  private static Map<String, String> together(int count) throws InterruptedException {
    Crowd crowd = new Crowd(count);
    for (int i = 0; i < count; i++) {
      crowd.threads.add(Control.daemon(crowd, "crowd-" + i));
    }
    crowd.begin.countDown();
    for (Thread thread : crowd.threads) {
      thread.join(60_000);
    }
    return crowd.counts();
  }

  /** Threads that wait for each other, then call once. */
  private static final class Crowd implements Runnable {
    private final PriceService prices = new PriceService();
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch begin = new CountDownLatch(1);
    private final long[] arrivals;
    private final AtomicInteger arrived = new AtomicInteger();
    private final LongAdder passed = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAccumulator refusedAfter = new LongAccumulator(Math::max, 0);
    private final LongAccumulator lastEnd = new LongAccumulator(Math::max, Long.MIN_VALUE);
    private final AtomicReference<String> message = new AtomicReference<>("");

    Crowd(int count) {
      arrivals = new long[count];
    }

    @Override
    public void run() {
      try {
        begin.await();
      } catch (InterruptedException stopped) {
        return;
      }
      long arrival = System.nanoTime();
      try {
        prices.query("abc");
        passed.increment();
        lastEnd.accumulate(System.nanoTime());
      } catch (RuntimeException e) {
        refusedAfter.accumulate(System.nanoTime() - arrival);
        refused.increment();
        message.set(String.valueOf(e.getMessage()));
      }
      arrivals[arrived.getAndIncrement()] = arrival;
    }

    Map<String, String> counts() {
      long first = Long.MAX_VALUE;
      long last = Long.MIN_VALUE;
      for (long arrival : arrivals) {
        first = Math.min(first, arrival);
        last = Math.max(last, arrival);
      }
      return Map.of(
          "passed", String.valueOf(passed.sum()),
          "refused", String.valueOf(refused.sum()),
          "arrivalNanos", String.valueOf(last - first),
          "passedNanos", String.valueOf(lastEnd.get() - first),
          "refusedAfterNanos", String.valueOf(refusedAfter.get()),
          "message", message.get());
    }
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
