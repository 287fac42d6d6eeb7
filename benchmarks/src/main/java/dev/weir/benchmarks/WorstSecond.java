package dev.weir.benchmarks;

import com.alibaba.csp.sentinel.Entry;
import com.alibaba.csp.sentinel.SphU;
import com.alibaba.csp.sentinel.slots.block.BlockException;
import com.alibaba.csp.sentinel.slots.block.flow.FlowRule;
import com.alibaba.csp.sentinel.slots.block.flow.FlowRuleManager;
import com.google.common.util.concurrent.RateLimiter;
import dev.weir.core.Engine;
import dev.weir.core.Mode;
import dev.weir.core.Ticker;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.RuleSet;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The most calls that each limiter grants in any continuous second, in real time, with one thread
 * and a limit of 100 per second. Two ways of calling, both ordinary: bursts of the whole limit
 * every 499 ms, and silence followed by a flood.
 *
 * <p>The limiter grants somewhere between the call and its return. Only calls that were both made
 * and answered within a second are counted in it, so that a thread that lost its core in between
 * makes no second look fuller than it was.
 */
public final class WorstSecond {

  private static final int LIMIT = 100;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private WorstSecond() {}

  /** Whether a call is granted now. */
  private interface Limiter {
    boolean grants();
  }

  /** Prints the table; takes about 50 seconds. */
  public static void main(String[] arguments) {
    System.out.println("JDK " + System.getProperty("java.version") + ", limit 100/s, one thread");
    System.out.printf(
        "%-14s %22s %22s%n", "limiter", "bursts every 499 ms", "silence, then a flood");
    print("Weir", weir());
    print("Sentinel", sentinel());
    print("resilience4j", resilience4j());
    Bucket bucket =
        Bucket.builder()
            .addLimit(limit -> limit.capacity(LIMIT).refillGreedy(LIMIT, Duration.ofSeconds(1)))
            .build();
    print("Bucket4j", () -> bucket.tryConsume(1));
    RateLimiter guava = RateLimiter.create(LIMIT);
    print("Guava", guava::tryAcquire);
    System.exit(0); // Sentinel keeps threads
  }

  private static void print(String name, Limiter limiter) {
    System.out.printf("%-14s %22d %22d%n", name, bursts(limiter), flood(limiter));
  }

  private static int bursts(Limiter limiter) {
    Grants grants = new Grants();
    long start = System.nanoTime();
    for (int burst = 0; burst < 9; burst++) {
      sleepUntil(start + burst * TimeUnit.MILLISECONDS.toNanos(499));
      for (int call = 0; call < LIMIT; call++) {
        grants.call(limiter);
      }
    }
    return grants.worst;
  }

  private static int flood(Limiter limiter) {
    Grants grants = new Grants();
    for (int round = 0; round < 2; round++) {
      sleepUntil(System.nanoTime() + 3 * SECOND / 2);
      long end = System.nanoTime() + 3 * SECOND / 2;
      while (System.nanoTime() < end) {
        grants.call(limiter);
        LockSupport.parkNanos(100_000);
      }
    }
    return grants.worst;
  }

  private static void sleepUntil(long nanos) {
    for (long rest = nanos - System.nanoTime(); rest > 0; rest = nanos - System.nanoTime()) {
      LockSupport.parkNanos(rest);
    }
  }

  /** When the granted calls of the last second were made, and the most that there ever were. */
  private static final class Grants {
    private final ArrayDeque<Long> lastSecond = new ArrayDeque<>();
    private int worst;

    void call(Limiter limiter) {
      long before = System.nanoTime();
      if (!limiter.grants()) {
        return;
      }
      lastSecond.addLast(before);
      long now = System.nanoTime();
      while (now - lastSecond.getFirst() >= SECOND) {
        lastSecond.removeFirst();
      }
      worst = Math.max(worst, lastSecond.size());
    }
  }

  private static Limiter weir() {
    Engine engine = new Engine(Ticker.system());
    dev.weir.core.rules.Entry entry =
        new dev.weir.core.rules.Entry(
            "limited",
            null,
            List.of(ResourcePattern.parse("web:GET /orders")),
            List.of(),
            false,
            null,
            List.of(new dev.weir.core.flow.FlowRule(null, null, new Rate(LIMIT, SECOND))),
            OnBlock.DEFAULT);
    RuleSet empty = RuleSet.EMPTY;
    engine.apply(
        new RuleSet(Mode.ENFORCE, null, empty.instrument(), List.of(), List.of(entry)),
        Mode.ENFORCE);
    CallJudge chain = Objects.requireNonNull(engine.web("GET", "/orders", false));
    return () -> !chain.enter(System.nanoTime()).isBlock();
  }

  private static Limiter sentinel() {
    FlowRuleManager.loadRules(List.of(new FlowRule("limited").setCount(LIMIT)));
    return () -> {
      try {
        Entry entry = SphU.entry("limited");
        entry.exit();
        return true;
      } catch (BlockException refused) {
        return false;
      }
    };
  }

  private static Limiter resilience4j() {
    var limiter =
        io.github.resilience4j.ratelimiter.RateLimiter.of(
            "limited",
            RateLimiterConfig.custom()
                .limitForPeriod(LIMIT)
                .limitRefreshPeriod(Duration.ofSeconds(1))
                .timeoutDuration(Duration.ZERO)
                .build());
    return limiter::acquirePermission;
  }
}
