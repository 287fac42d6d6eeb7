package dev.weir.benchmarks;

import dev.weir.core.CallAttributes;
import dev.weir.core.Engine;
import dev.weir.core.Mode;
import dev.weir.core.Outcome;
import dev.weir.core.Ticker;
import dev.weir.core.Verdict;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Pacing;
import dev.weir.core.flow.Priority;
import dev.weir.core.flow.Rate;
import dev.weir.core.flow.WarmUp;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.RequestValue;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.Rule;
import dev.weir.core.rules.RuleSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A call through the chain of an entry with one {@code flow}, of each manner, that is admitted and
 * ends at once: decision, statistics and the clock. {@code -prof gc} says how many bytes it
 * allocates.
 */
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FlowBenchmark {

  private static final Rate NEVER_REACHED = new Rate(2_000_000_000, 1_000_000_000);
  private static final KeyPart TENANT = new KeyPart(Source.HEADER, "X-Tenant");
  private static final Priority HIGH =
      new Priority(new RequestValue(new KeyPart(Source.HEADER, "X-Priority"), "high"), 1_000_000);
  private static final CallAttributes ACME = part -> part.equals(TENANT) ? "acme" : null;

  private final CallJudge counted = judge(null, null, null, null);
  private final CallJudge keyed =
      judge(null, null, null, new Keying(List.of(TENANT), Map.of(), Keying.Absent.SHARED, 100));
  private final CallJudge warming =
      judge(null, new WarmUp(10_000_000_000L, 2, WarmUp.When.IDLE), null, null);
  private final CallJudge paced =
      judge(new Pacing(1, 1_000_000_000, Integer.MAX_VALUE), null, null, null);
  private final CallJudge bucket = judge(new Pacing(100, 0, Integer.MAX_VALUE), null, null, null);
  private final CallJudge withPriority = judge(null, null, HIGH, null);

  private static CallJudge judge(
      @Nullable Pacing pacing,
      @Nullable WarmUp warmUp,
      @Nullable Priority priority,
      @Nullable Keying keying) {
    Rule rule = new FlowRule(null, null, NEVER_REACHED, pacing, warmUp, priority, keying);
    Entry entry =
        new Entry(
            "limited",
            null,
            List.of(ResourcePattern.parse("web:GET /orders")),
            List.of(),
            false,
            null,
            List.of(rule),
            OnBlock.DEFAULT);
    Engine engine = new Engine(Ticker.system());
    engine.apply(
        new RuleSet(Mode.ENFORCE, null, RuleSet.EMPTY.instrument(), List.of(), List.of(entry)),
        Mode.ENFORCE);
    return Objects.requireNonNull(engine.web("GET", "/orders", false));
  }

  private static Verdict call(CallJudge judge) {
    long now = System.nanoTime();
    Verdict verdict = judge.enter(now, ACME);
    verdict.admission().exit(now, Outcome.RETURNED);
    return verdict;
  }

  @Benchmark
  public Verdict counted() {
    return call(counted);
  }

  @Benchmark
  public Verdict keyed() {
    return call(keyed);
  }

  @Benchmark
  public Verdict warmingUp() {
    return call(warming);
  }

  /** One whose turn has come. */
  @Benchmark
  public Verdict paced() {
    return call(paced);
  }

  @Benchmark
  public Verdict bucket() {
    return call(bucket);
  }

  /** An ordinary call beside those of priority. */
  @Benchmark
  public Verdict withPriority() {
    return call(withPriority);
  }
}
