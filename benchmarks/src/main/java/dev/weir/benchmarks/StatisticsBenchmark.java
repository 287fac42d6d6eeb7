package dev.weir.benchmarks;

import com.alibaba.csp.sentinel.node.StatisticNode;
import dev.weir.core.window.CallStatistics;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
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
 * Counting one call that passed and ended, with the two readings of the clock that a call needs.
 *
 * <p>Sentinel counts what it counts of each call, in one of the three nodes of which it updates
 * several for each call; it is given the time of the call and looks at the clock in its own way.
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
public class StatisticsBenchmark {

  private final CallStatistics statistics = new CallStatistics(System.nanoTime());
  private final StatisticNode sentinel = new StatisticNode();
  private final LongAdder passed = new LongAdder();
  private final LongAdder completed = new LongAdder();
  private final LongAdder rtNanos = new LongAdder();

  /** What must be counted at least: exact totals. */
  @Benchmark
  public long totals() {
    long start = System.nanoTime();
    passed.increment();
    long end = System.nanoTime();
    rtNanos.add(end - start);
    completed.increment();
    return end;
  }

  @Benchmark
  public long windows() {
    long start = System.nanoTime();
    statistics.passed(start);
    long end = System.nanoTime();
    statistics.completed(end, end - start, false, false);
    return end;
  }

  @Benchmark
  @Warmup(iterations = 10, time = 1)
  public long sentinelNode() {
    long start = System.nanoTime();
    sentinel.increaseThreadNum();
    sentinel.addPassRequest(1);
    long end = System.nanoTime();
    sentinel.addRtAndSuccess((end - start) / 1_000_000, 1);
    sentinel.decreaseThreadNum();
    return end;
  }
}
