package dev.weir.benchmarks;

import dev.weir.core.EngineListener;
import dev.weir.core.Outcome;
import dev.weir.core.Ticker;
import dev.weir.core.Waiting;
import dev.weir.core.chain.FollowingSlot;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.concurrency.ConcurrencyRule;
import dev.weir.core.concurrency.ConcurrencySlotType;
import dev.weir.core.concurrency.Limit;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.ResourcePattern;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A permit taken and given back, beside the JDK's semaphore and a peer. There is no body, and
 * nobody reads the clock, but for an adaptive limit and what it is compared with: what is measured
 * is the decision alone, and with two threads how they get in each other's way.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ConcurrencyBenchmark {

  private static final int NEVER_REACHED = 1_000;

  private final FollowingSlot slot = slot(new Limit.Fixed(NEVER_REACHED));
  private final FollowingSlot full = slot(new Limit.Fixed(0));
  private final FollowingSlot adaptive = slot(new Limit.Adaptive(NEVER_REACHED, NEVER_REACHED));
  private final Semaphore semaphore = new Semaphore(NEVER_REACHED);
  private final Semaphore fairSemaphore = new Semaphore(NEVER_REACHED, true);
  private final Bulkhead resilience4j =
      Bulkhead.of(
          "admitted",
          BulkheadConfig.custom()
              .maxConcurrentCalls(NEVER_REACHED)
              .maxWaitDuration(Duration.ZERO)
              .build());

  private static FollowingSlot slot(Limit limit) {
    String match = "method:com.acme.pricing.PriceService#quote";
    Entry entry =
        new Entry(
            match,
            null,
            List.of(ResourcePattern.parse(match)),
            List.of(),
            false,
            null,
            List.of(),
            OnBlock.DEFAULT);
    ConcurrencyRule rule =
        new ConcurrencyRule(
            null, null, limit, 0, Integer.MAX_VALUE, ConcurrencyRule.DEFAULT_MAX_HOLD_NANOS, null);
    SlotContext context =
        new SlotContext(entry, null, Ticker.system(), 0, EngineListener.NONE, Waiting.ALLOWED);
    Slot slot = new ConcurrencySlotType().slot(rule, context, null);
    if (!(slot instanceof FollowingSlot following)) {
      throw new IllegalStateException("no slot that follows calls");
    }
    return following;
  }

  /** As the chain asks: 0 is the usual permit. */
  @Benchmark
  public long permit() {
    long permit = slot.take(0);
    if (permit != Slot.REFUSED) {
      slot.exit(permit, 0, 0, Outcome.RETURNED);
    }
    return permit;
  }

  /** With one reading of the clock, as an adaptive one needs it. */
  @Benchmark
  public long permitWithClock() {
    return call(slot);
  }

  @Benchmark
  public long permitAdaptive() {
    return call(adaptive);
  }

  private static long call(FollowingSlot slot) {
    long now = System.nanoTime();
    long permit = slot.take(now);
    if (permit != Slot.REFUSED) {
      slot.exit(permit, now - 1_000, now, Outcome.RETURNED);
    }
    return permit;
  }

  @Benchmark
  public long permitRefused() {
    return full.take(0);
  }

  @Benchmark
  public boolean semaphore() {
    boolean taken = semaphore.tryAcquire();
    if (taken) {
      semaphore.release();
    }
    return taken;
  }

  /** What waits in order: tryAcquire with a time, which does not overtake. */
  @Benchmark
  public boolean semaphoreFair() throws InterruptedException {
    boolean taken = fairSemaphore.tryAcquire(0, TimeUnit.NANOSECONDS);
    if (taken) {
      fairSemaphore.release();
    }
    return taken;
  }

  @Benchmark
  public boolean resilience4jBulkhead() {
    boolean taken = resilience4j.tryAcquirePermission();
    if (taken) {
      resilience4j.onComplete();
    }
    return taken;
  }
}
