package dev.weir.core.system;

import dev.weir.core.EngineListener;
import dev.weir.core.Mode;
import dev.weir.core.Outcome;
import dev.weir.core.Ticker;
import dev.weir.core.Waiting;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.OnBlock;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Plots what {@code system.cpu: 85%} does with half a CPU: goodput, use and share refused over
 * time, while from half to four times as much is asked for. From the root of the project, each in
 * 80 seconds but the first, which takes one:
 *
 * <pre>
 * mvn -q -pl core test-compile
 * java -cp core/target/classes:core/target/test-classes dev.weir.core.system.SheddingReport simulated
 * java -cp … dev.weir.core.system.SheddingReport budget
 * docker run --cpus 0.5 … java -cp … dev.weir.core.system.SheddingReport quota
 * </pre>
 *
 * {@code budget} is a real JVM that is told that it may use half a CPU, while nothing holds it to
 * that; {@code quota} one that really is.
 */
public final class SheddingReport {

  private static final double CPUS = 0.5;
  private static final SystemRule RULE = new SystemRule(0.85, Double.NaN, 0);
  private static final long CPU_OF_CALL = 5_000_000;
  private static final int WORKERS = 32;

  /** Demand by what is allowed, and for how many seconds. */
  private static final double[][] PHASES = {
    {0.5, 8}, {1, 12}, {2, 16}, {4, 16}, {2, 10}, {1, 10}, {0.5, 8}
  };

  private SheddingReport() {}

  /** What is asked for in a phase, second by second. */
  private interface Subject {
    void second(double callsPerSecond) throws InterruptedException;

    SystemSlot slot();

    long completed();
  }

  public static void main(String[] arguments) throws Exception {
    String kind = arguments.length == 0 ? "simulated" : arguments[0];
    Subject subject =
        switch (kind) {
          case "simulated" -> new Simulated();
          case "budget" -> new Real(new HostProbe(halfACpu()));
          case "quota" -> new Real(new HostProbe(new File("/")));
          default -> throw new IllegalArgumentException("simulated, budget or quota, not " + kind);
        };
    System.out.println(kind + ": " + CPUS + " CPUs, cpu: 85%, calls of 5 ms of CPU each");
    System.out.println("  s demand  done/s   use  refused");
    double largest = 0;
    int seconds = 0;
    for (double[] phase : PHASES) {
      double before = subject.slot().overload().latest().share();
      for (int second = 0; second < phase[1]; second++) {
        double share = row(subject, ++seconds, phase[0]);
        if (second >= phase[1] / 2) {
          largest = Math.max(largest, Math.abs(share - before));
        }
        before = share;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "largest change of the share within a second, in the second half of each phase: %.3f%n",
        largest);
    System.exit(0);
  }

  private static double row(Subject subject, int second, double demand)
      throws InterruptedException {
    long before = subject.completed();
    subject.second(demand * CPUS * 1e9 / CPU_OF_CALL);
    Shedding now = subject.slot().overload().latest();
    String bar = "#".repeat((int) Math.round(now.share() * 50));
    System.out.printf(
        Locale.ROOT,
        "%3d %5.1f  %6d  %3.0f %%  %3.0f %% %s%n",
        second,
        demand,
        subject.completed() - before,
        100 * now.usedCpus() / now.allowedCpus(),
        100 * now.share(),
        bar);
    return now.share();
  }

  /** A root that holds a quota, and nothing else. */
  private static File halfACpu() throws IOException {
    Path root = Files.createTempDirectory("half-a-cpu");
    Files.createDirectories(root.resolve("proc/self"));
    Files.createDirectories(root.resolve("sys/fs/cgroup"));
    Files.writeString(root.resolve("proc/self/cgroup"), "0::/\n");
    Files.writeString(
        root.resolve("proc/self/mountinfo"), "1 2 0:29 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
    Files.writeString(root.resolve("sys/fs/cgroup/cpu.max"), "50000 100000\n");
    root.toFile().deleteOnExit();
    return root.toFile();
  }

  /** A quota that holds, on a clock that jumps. */
  private static final class Simulated implements Subject {
    private final SimulatedJvm jvm =
        new SimulatedJvm(20_261_130, RULE, CPUS, CPUS, 200, Mode.ENFORCE);

    @Override
    public void second(double callsPerSecond) {
      jvm.run(SimulatedJvm.SECOND, callsPerSecond, CPU_OF_CALL, false);
    }

    @Override
    public SystemSlot slot() {
      return jvm.slot;
    }

    @Override
    public long completed() {
      return jvm.completed();
    }
  }

  /** This JVM: calls that compute, on threads of a pool with a line before it. */
  private static final class Real implements Subject {
    private final ThreadPoolExecutor workers =
        new ThreadPoolExecutor(
            WORKERS, WORKERS, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(10 * WORKERS));
    private final LongAdder completed = new LongAdder();
    private final SystemSlot slot;
    private final int rounds;
    private double due;

    Real(SystemProbe probe) {
      Ticker ticker = Ticker.system();
      Entry entry = Entry.system(List.of(RULE), OnBlock.DEFAULT);
      SlotContext context =
          new SlotContext(
              entry, null, ticker, ticker.nanos(), EngineListener.NONE, Waiting.ALLOWED);
      slot = (SystemSlot) new SystemSlotType(probe).slot(RULE, context, null);
      rounds = rounds();
      workers.setRejectedExecutionHandler((call, line) -> {}); // as a full line of connections
    }

    /** How many take as long as a call should: the fastest of some trials. */
    private static int rounds() {
      int trial = 20_000;
      long fastest = Long.MAX_VALUE;
      for (int i = 0; i < 300; i++) {
        long start = System.nanoTime();
        double used = compute(trial);
        fastest = used < 0 ? 0 : Math.min(fastest, System.nanoTime() - start);
      }
      return (int) (trial * CPU_OF_CALL / fastest);
    }

    private static double compute(int rounds) {
      double value = rounds;
      for (int i = 0; i < rounds; i++) {
        value = Math.sqrt(value + i);
      }
      return value;
    }

    @Override
    public void second(double callsPerSecond) {
      long end = System.nanoTime() + 1_000_000_000;
      for (long last = System.nanoTime(); last < end; ) {
        LockSupport.parkNanos(5_000_000);
        long now = System.nanoTime();
        for (due += callsPerSecond * (now - last) / 1e9; due >= 1; due--) {
          workers.execute(this::call);
        }
        last = now;
      }
    }

    private void call() {
      long start = System.nanoTime();
      if (slot.take(start) == Slot.REFUSED) {
        return;
      }
      if (compute(rounds) >= 0) { // always, which the compiler does not know
        completed.increment();
      }
      slot.exit(0, start, System.nanoTime(), Outcome.RETURNED);
    }

    @Override
    public SystemSlot slot() {
      return slot;
    }

    @Override
    public long completed() {
      return completed.sum();
    }
  }
}
