package dev.weir.benchmarks;

import com.acme.pricing.PriceService;
import com.alibaba.csp.sentinel.Entry;
import com.alibaba.csp.sentinel.SphU;
import com.alibaba.csp.sentinel.slots.block.BlockException;
import com.alibaba.csp.sentinel.slots.block.RuleConstant;
import com.alibaba.csp.sentinel.slots.block.degrade.DegradeRule;
import com.alibaba.csp.sentinel.slots.block.degrade.DegradeRuleManager;
import dev.weir.core.EngineListener;
import dev.weir.core.Outcome;
import dev.weir.core.Ticker;
import dev.weir.core.Waiting;
import dev.weir.core.breaker.BreakerRule;
import dev.weir.core.breaker.BreakerSlotType;
import dev.weir.core.breaker.Errors;
import dev.weir.core.chain.FollowingSlot;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.ResourcePattern;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
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
 * What a closed breaker adds to a call: asked before it, told after it, with the two readings of
 * the clock that all of them need. Slow calls and errors are judged by Weir and resilience4j alike
 * over 10 s; Sentinel has one rule for each, over one second, and keeps its statistics beside.
 *
 * <p>{@code weirOneInAHundredFails} is a callee as they are: some call in the window has failed, so
 * that the ratio must be looked at now and then.
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
public class BreakerBenchmark {

  private static final long SECOND = 1_000_000_000;

  /** A bucket of the default would be full at this rate, and calls then cost less. */
  private static final long WINDOW = 2 * SECOND;

  private static final Outcome FAILED = Outcome.threw(new IllegalStateException(), null);

  private final PriceService service = new PriceService();
  private String sku = "A-1";
  private int quantity = 2;
  private int calls;

  private final FollowingSlot slot = slot(false);
  private final FollowingSlot open = slot(true);
  private final CircuitBreaker resilience4j =
      CircuitBreaker.of(
          "closed",
          CircuitBreakerConfig.custom()
              .slidingWindowType(SlidingWindowType.TIME_BASED)
              .slidingWindowSize(2)
              .slowCallDurationThreshold(Duration.ofSeconds(1))
              .slowCallRateThreshold(50)
              .failureRateThreshold(50)
              .build());

  private static FollowingSlot slot(boolean forcedOpen) {
    BreakerRule rule =
        new BreakerRule(
            null,
            null,
            SECOND,
            0.5,
            0.5,
            0,
            WINDOW,
            5,
            0.95,
            30 * SECOND,
            30 * SECOND,
            1,
            10 * SECOND,
            0,
            0,
            Errors.DEFAULT,
            forcedOpen ? BreakerRule.Force.OPEN : BreakerRule.Force.NONE,
            null);
    String name = "method:com.acme.pricing.PriceService#query";
    dev.weir.core.rules.Entry entry =
        new dev.weir.core.rules.Entry(
            name,
            null,
            List.of(ResourcePattern.parse(name)),
            List.of(),
            false,
            null,
            List.of(rule),
            OnBlock.DEFAULT);
    SlotContext context =
        new SlotContext(
            entry, null, Ticker.system(), System.nanoTime(), EngineListener.NONE, Waiting.ALLOWED);
    return (FollowingSlot) new BreakerSlotType().slot(rule, context, null);
  }

  @Setup(Level.Trial)
  public void loadSentinelRules() {
    DegradeRuleManager.loadRules(
        List.of(
            new DegradeRule("closed")
                .setGrade(RuleConstant.DEGRADE_GRADE_RT)
                .setCount(1_000)
                .setSlowRatioThreshold(0.5)
                .setTimeWindow(30),
            new DegradeRule("closed")
                .setGrade(RuleConstant.DEGRADE_GRADE_EXCEPTION_RATIO)
                .setCount(0.5)
                .setTimeWindow(30)));
  }

  /** The body and two readings of the clock. */
  @Benchmark
  public Object none() {
    long start = System.nanoTime();
    Object price = service.unguarded(sku, quantity);
    return System.nanoTime() - start < 0 ? this : price;
  }

  @Benchmark
  public Object weir() {
    long start = System.nanoTime();
    long permit = slot.take(start);
    if (permit == Slot.REFUSED) {
      throw new IllegalStateException("not closed");
    }
    Object price = service.unguarded(sku, quantity);
    slot.exit(permit, start, System.nanoTime(), Outcome.RETURNED);
    return price;
  }

  @Benchmark
  public Object weirOneInAHundredFails() {
    long start = System.nanoTime();
    long permit = slot.take(start);
    Object price = service.unguarded(sku, quantity);
    calls++;
    slot.exit(permit, start, System.nanoTime(), calls % 100 == 0 ? FAILED : Outcome.RETURNED);
    return price;
  }

  /** Without the reason that a refused call is told. */
  @Benchmark
  public Object weirOpen() {
    return open.take(System.nanoTime()) == Slot.REFUSED ? open : this;
  }

  @Benchmark
  public Object resilience4j() {
    if (!resilience4j.tryAcquirePermission()) {
      throw new IllegalStateException("not closed");
    }
    long start = resilience4j.getCurrentTimestamp();
    Object price = service.unguarded(sku, quantity);
    resilience4j.onSuccess(
        resilience4j.getCurrentTimestamp() - start, resilience4j.getTimestampUnit());
    return price;
  }

  /** Sentinel needs up to ten seconds until it is compiled. */
  @Benchmark
  @Warmup(iterations = 10, time = 1)
  public Object sentinel() throws BlockException {
    Entry entry = SphU.entry("closed");
    try {
      return service.unguarded(sku, quantity);
    } finally {
      entry.exit();
    }
  }
}
