package dev.weir.benchmarks;

import com.acme.pricing.PriceService;
import com.alibaba.csp.sentinel.Entry;
import com.alibaba.csp.sentinel.SphU;
import com.alibaba.csp.sentinel.slots.block.BlockException;
import com.alibaba.csp.sentinel.slots.block.flow.FlowRule;
import com.alibaba.csp.sentinel.slots.block.flow.FlowRuleManager;
import com.google.common.util.concurrent.RateLimiter;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The same body behind one limit of each peer, written as its documentation says, in a JVM without
 * an agent.
 *
 * <p>Only Sentinel keeps statistics of the call (passed, blocked, response time) as Weir does; the
 * others decide and forget, and are here as the price of a decision alone. None of them grants the
 * limit exactly.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "-Dcsp.sentinel.log.dir=benchmarks/target/sentinel",
      "-DEAGLEEYE.LOG.PATH=benchmarks/target/sentinel"
    })
public class PeerBenchmark {

  private static final int NEVER_REACHED = 1_000_000_000;

  private final PriceService service = new PriceService();
  private String sku = "A-1";
  private int quantity = 2;

  private final io.github.resilience4j.ratelimiter.RateLimiter resilience4j =
      io.github.resilience4j.ratelimiter.RateLimiter.of(
          "admitted",
          RateLimiterConfig.custom()
              .limitForPeriod(NEVER_REACHED)
              .limitRefreshPeriod(Duration.ofSeconds(1))
              .timeoutDuration(Duration.ZERO)
              .build());
  private final Bucket bucket4j =
      Bucket.builder()
          .addLimit(
              limit ->
                  limit.capacity(NEVER_REACHED).refillGreedy(NEVER_REACHED, Duration.ofSeconds(1)))
          .build();
  private final RateLimiter guava = RateLimiter.create(NEVER_REACHED);

  @Setup(Level.Trial)
  public void loadSentinelRules() {
    FlowRuleManager.loadRules(
        List.of(
            new FlowRule("admitted").setCount(NEVER_REACHED), new FlowRule("refused").setCount(0)));
  }

  @Benchmark
  public Object none() {
    return service.unguarded(sku, quantity);
  }

  /** Sentinel needs up to ten seconds until it is compiled. */
  @Benchmark
  @Warmup(iterations = 10, time = 1)
  public Object sentinel() throws BlockException {
    Entry entry = SphU.entry("admitted");
    try {
      return service.unguarded(sku, quantity);
    } finally {
      entry.exit();
    }
  }

  @Benchmark
  @Warmup(iterations = 10, time = 1)
  public Object sentinelRefused() {
    try {
      Entry entry = SphU.entry("refused");
      try {
        return service.unguarded(sku, quantity);
      } finally {
        entry.exit();
      }
    } catch (BlockException refusal) {
      return refusal;
    }
  }

  @Benchmark
  public Object resilience4j() {
    if (!resilience4j.acquirePermission()) {
      return resilience4j;
    }
    return service.unguarded(sku, quantity);
  }

  @Benchmark
  public Object bucket4j() {
    if (!bucket4j.tryConsume(1)) {
      return bucket4j;
    }
    return service.unguarded(sku, quantity);
  }

  @Benchmark
  public Object guava() {
    if (!guava.tryAcquire()) {
      return guava;
    }
    return service.unguarded(sku, quantity);
  }
}
