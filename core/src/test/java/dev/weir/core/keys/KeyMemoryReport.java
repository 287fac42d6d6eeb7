package dev.weir.core.keys;

import com.sun.management.ThreadMXBean;
import dev.weir.core.CallAttributes;
import dev.weir.core.Engine;
import dev.weir.core.FakeTicker;
import dev.weir.core.Mode;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Verdict;
import dev.weir.core.breaker.BreakerRule;
import dev.weir.core.breaker.RuleBuilder;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.concurrency.ConcurrencyRule;
import dev.weir.core.concurrency.Limit;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Keying.Absent;
import dev.weir.core.rules.Rule;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Prints what keys cost, in about half a minute. From the root of the project:
 *
 * <pre>
 * mvn -q -pl core test-compile
 * java -cp core/target/classes:core/target/test-classes dev.weir.core.keys.KeyMemoryReport
 * </pre>
 */
public final class KeyMemoryReport {

  private static final long SECOND = 1_000_000_000;
  private static final int MAX_KEYS = 10_000;
  private static final int DISTINCT = 1_000_000;
  private static final int TIMED = 2_000_000;
  private static final KeyPart TENANT = new KeyPart(Source.HEADER, "X-Tenant");
  private static final Keying KEYING =
      new Keying(List.of(TENANT), Map.of(), Absent.SHARED, MAX_KEYS);

  private KeyMemoryReport() {}

  public static void main(String[] arguments) {
    print("rule", "keys", "bytes/key", "after 1e6 keys", "a day later", "ns/call", "bytes/call");
    report("flow 10/s", new FlowRule(null, null, new Rate(10, SECOND), KEYING), SECOND);
    report("concurrency 8", concurrency(new Limit.Fixed(8)), SECOND);
    report("concurrency adaptive", concurrency(new Limit.Adaptive(8, 512)), SECOND);
    report("breaker error-ratio", breaker(0), 60 * SECOND);
    report("breaker slow-call", breaker(SECOND), 60 * SECOND);
  }

  private static ConcurrencyRule concurrency(Limit limit) {
    long hold = ConcurrencyRule.DEFAULT_MAX_HOLD_NANOS;
    return new ConcurrencyRule(null, null, limit, 0, Integer.MAX_VALUE, hold, KEYING);
  }

  private static BreakerRule breaker(long slowNanos) {
    RuleBuilder rule = RuleBuilder.breaker().errorRatio(0.5).keying(KEYING);
    return (slowNanos == 0 ? rule : rule.slow(slowNanos, 0.5)).rule();
  }

  private static void report(String name, Rule rule, long period) {
    FakeTicker ticker = new FakeTicker();
    Engine engine = new Engine(ticker);
    engine.apply(Rulebook.enforcing(Rulebook.entry("a", "web:GET /a", rule)), Mode.ENFORCE);
    CallJudge chain = Objects.requireNonNull(engine.web("GET", "/a", false));
    Call call = new Call(chain, ticker);
    call.make("warm");
    long empty = used();
    for (int i = 0; i < MAX_KEYS; i++) {
      call.make("tenant-" + i);
    }
    long full = used();
    for (int i = MAX_KEYS; i < DISTINCT; i++) {
      call.make("tenant-" + i);
    }
    long flooded = used();
    double[] cost = cost(call);
    for (int i = 0; i < 86_400; i++) {
      ticker.advance(Math.max(SECOND, period / 60));
      call.make("tenant-7");
    }
    long after = used();
    print(
        name,
        MAX_KEYS,
        (full - empty) / MAX_KEYS,
        mebibytes(flooded - empty),
        mebibytes(after - empty),
        String.format("%.0f", cost[0]),
        String.format("%.0f", cost[1]));
    Objects.requireNonNull(engine.snapshot());
  }

  /** Nanoseconds and bytes for a call of a key that has a value. */
  private static double[] cost(Call call) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    double[] cost = new double[2];
    for (int round = 0; round < 3; round++) {
      long bytes = threads.getCurrentThreadAllocatedBytes();
      long start = System.nanoTime();
      for (int i = 0; i < TIMED; i++) {
        call.make("tenant-7");
      }
      cost[0] = (double) (System.nanoTime() - start) / TIMED;
      cost[1] = (double) (threads.getCurrentThreadAllocatedBytes() - bytes) / TIMED;
    }
    return cost;
  }

  /** Calls that end at once, of whichever tenant. */
  private static final class Call implements CallAttributes {
    private final CallJudge chain;
    private final FakeTicker ticker;
    private String tenant = "";

    Call(CallJudge chain, FakeTicker ticker) {
      this.chain = chain;
      this.ticker = ticker;
    }

    @Override
    public String value(KeyPart part) {
      return tenant;
    }

    void make(String key) {
      tenant = key;
      ticker.advance(key.equals("tenant-7") ? 200_000_000 : 0);
      long now = ticker.nanos();
      Verdict verdict = chain.enter(now, this);
      if (!verdict.isBlock()) {
        verdict.admission().exit(now, Outcome.RETURNED);
      }
    }
  }

  private static String mebibytes(long bytes) {
    return String.format("%.2f MiB", bytes / 1048576.0);
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }

  private static void print(Object... columns) {
    StringBuilder line = new StringBuilder();
    for (Object column : columns) {
      line.append(String.format("%-20s", column));
    }
    System.out.println(line);
  }
}
