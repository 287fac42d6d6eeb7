package dev.weir.benchmarks;

import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Instrument;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.ResourceIndex;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.RuleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * Finding the rules of an inbound request among few and many entries. Each request has another
 * path, as traffic has, and two entries hold for it: one of its own and one for all.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class WebLookupBenchmark {

  private static final int PATHS = 1024;

  private final ResourceIndex<int[]> among1 = index(1);
  private final ResourceIndex<int[]> among50 = index(50);
  private final ResourceIndex<int[]> among500 = index(500);
  private final String[] pathsOf1 = paths(1);
  private final String[] pathsOf50 = paths(50);
  private final String[] pathsOf500 = paths(500);
  private int next;

  private static ResourceIndex<int[]> index(int entries) {
    List<Entry> all = new ArrayList<>();
    for (int i = 0; i < entries; i++) {
      all.add(entry("web:GET /api/resource" + i + "/{id}/items"));
    }
    all.add(entry("web:* /**"));
    return new ResourceIndex<>(
        new RuleSet(dev.weir.core.Mode.ENFORCE, null, Instrument.DEFAULT, List.of(), all),
        candidates -> candidates.entries());
  }

  private static Entry entry(String name) {
    return new Entry(
        name,
        null,
        List.of(ResourcePattern.parse(name)),
        List.of(),
        false,
        null,
        List.of(),
        OnBlock.DEFAULT);
  }

  private static String[] paths(int entries) {
    String[] paths = new String[PATHS];
    for (int i = 0; i < PATHS; i++) {
      paths[i] = "/api/resource" + i % entries + '/' + (100_000 + i) + "/items";
    }
    return paths;
  }

  @Benchmark
  public Object among1() {
    return lookUp(among1, pathsOf1);
  }

  @Benchmark
  public Object among50() {
    return lookUp(among50, pathsOf50);
  }

  @Benchmark
  public Object among500() {
    return lookUp(among500, pathsOf500);
  }

  private Object lookUp(ResourceIndex<int[]> index, String[] paths) {
    int @Nullable [] entries = index.web("GET", paths[next++ & (PATHS - 1)], false);
    if (entries == null || entries.length != 2) {
      throw new IllegalStateException("two entries must hold for each request");
    }
    return entries;
  }
}
