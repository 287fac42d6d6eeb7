package dev.weir.benchmarks;

import com.acme.pricing.PriceService;
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
 * A method call of an application that does not know Weir, in a JVM that runs under the shipped
 * agent. To be started from the root of the repository: the agent and the rules are named relative
 * to it.
 *
 * <p>Threads share the service, thus also the counters of its methods: the worst case.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = "-javaagent:agent/target/weir-agent.jar=rules=benchmarks/rules.yaml")
public class GuardedCallBenchmark {

  private final PriceService service = new PriceService();
  private String sku = "A-1";
  private int quantity = 2;

  /** A run in which nothing was guarded would look splendid. */
  @Setup(Level.Trial)
  public void requireTheAgent() {
    service.refusedWithValue(sku, quantity);
    if (service.refusedWithValue(sku, quantity) != 0) {
      throw new IllegalStateException("the agent does not act: is benchmarks/rules.yaml in force?");
    }
  }

  @Benchmark
  public Object unguarded() {
    return service.unguarded(sku, quantity);
  }

  @Benchmark
  public Object measured() {
    return service.measured(sku, quantity);
  }

  @Benchmark
  public Object admitted() {
    return service.admitted(sku, quantity);
  }

  @Benchmark
  public long admittedLong() {
    return service.admittedLong(sku, quantity);
  }

  @Benchmark
  public Object admittedByThree() {
    return service.admittedByThree(sku, quantity);
  }

  @Benchmark
  public Object observed() {
    return service.observed(sku, quantity);
  }

  @Benchmark
  public Object wouldBlock() {
    return service.wouldBlock(sku, quantity);
  }

  /** The exception counts: it is what the application gets. */
  @Benchmark
  public Object refused() {
    try {
      return service.refused(sku, quantity);
    } catch (RuntimeException refusal) {
      return refusal;
    }
  }

  @Benchmark
  public long refusedWithValue() {
    return service.refusedWithValue(sku, quantity);
  }
}
