package dev.weir.benchmarks;

import dev.weir.core.Engine;
import dev.weir.core.Outcome;
import dev.weir.core.Ticker;
import dev.weir.core.Verdict;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Instrument;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.RuleSet;
import java.util.ArrayList;
import java.util.List;
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
 * The engine's part of a call, without agent: the look-up of a call site's chain, enter and exit,
 * with the two readings of the clock that they need. What {@link GuardedCallBenchmark} shows beyond
 * this is the cost of the bridge and the advice.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EngineBenchmark {

  private static final long NEVER_REACHED = 1_000_000_000;
  private static final String TYPE = "com.acme.pricing.PriceService";

  private final Engine engine = new Engine(Ticker.system());
  private final int oneLimit;
  private final int refused;

  public EngineBenchmark() {
    List<Entry> entries = new ArrayList<>();
    entries.add(entry("admitted", NEVER_REACHED));
    entries.add(entry("refused", 0));
    engine.apply(
        new RuleSet(dev.weir.core.Mode.ENFORCE, null, Instrument.DEFAULT, List.of(), entries),
        dev.weir.core.Mode.ENFORCE);
    oneLimit = site("admitted");
    refused = site("refused");
  }

  private static Entry entry(String method, long limit) {
    String name = "method:" + TYPE + "#" + method;
    FlowRule rule = new FlowRule(null, null, new Rate(limit, TimeUnit.SECONDS.toNanos(1)));
    return new Entry(
        name,
        null,
        List.of(ResourcePattern.parse(name)),
        List.of(),
        false,
        null,
        List.of(rule),
        OnBlock.DEFAULT);
  }

  private int site(String method) {
    return engine.site(TYPE, method, List.of(), List.of());
  }

  @Benchmark
  public Object oneLimit() {
    return call(oneLimit);
  }

  @Benchmark
  public Object refused() {
    return call(refused);
  }

  private Object call(int site) {
    CallJudge chain = engine.method(site);
    if (chain == null) {
      throw new IllegalStateException("no rule holds for the call site");
    }
    long start = System.nanoTime();
    Verdict verdict = chain.enter(start);
    if (!verdict.isBlock()) {
      verdict.admission().exit(start, Outcome.RETURNED);
    }
    return verdict;
  }
}
