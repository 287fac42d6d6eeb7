package dev.weir.core.flow;

import com.sun.management.ThreadMXBean;
import dev.weir.core.FakeTicker;
import dev.weir.core.flow.Crowd.Sightings;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Prints how exact the limiter is, in about half a minute. From the root of the project:
 *
 * <pre>
 * mvn -q -pl core test-compile
 * java -cp core/target/classes:core/target/test-classes dev.weir.core.flow.ExactnessReport
 * </pre>
 */
public final class ExactnessReport {

  private static final long SECOND = 1_000_000_000;
  private static final long MILLI = 1_000_000;
  private static final int LIMIT = 100;
  private static final int RANDOM_SCHEDULES = 20_000;

  private ExactnessReport() {}

  public static void main(String[] arguments) throws InterruptedException {
    print("schedule", "limit", "worst period", "saturated", "first burst", "refused too soon");
    scheduled("bursts at 499/1000 ms", 499 * MILLI, 501 * MILLI);
    scheduled("bursts at 990/1000 ms", 990 * MILLI, 10 * MILLI);
    scheduled("bursts a period apart, less 1 ns", SECOND - 1, SECOND - 1);
    scheduled("idle for 5 s, then flood of 2 s", floodAfter(5 * SECOND));
    scheduled("idle for 100 years, then flood", floodAfter(100L * 365 * 86_400 * SECOND));
    scheduled("flood, every 100 us", 100_000);
    random();
    for (int threads : new int[] {1, 8, 64}) {
      real(threads, new Rate(1000, SECOND), 4 * SECOND + SECOND / 2);
      real(threads, new Rate(1000, 50 * MILLI), SECOND + SECOND / 2);
    }
    memory();
  }

  private static long[] floodAfter(long idle) {
    long[] steps = new long[2001];
    Arrays.fill(steps, MILLI);
    steps[0] = idle;
    return steps;
  }

  /** A burst of twice the limit after each step; the steps are repeated. */
  private static void scheduled(String name, long... steps) {
    FakeTicker ticker = new FakeTicker();
    SlidingWindow window = new SlidingWindow(ticker, new Rate(LIMIT, SECOND));
    long[] grants = new long[LIMIT * 2_000];
    int count = 0;
    int burst = 0;
    long end = steps[0] > 100 * SECOND ? steps[0] + SECOND : 200 * SECOND;
    for (int i = 0; ticker.nanos() < end; i++) {
      ticker.advance(steps[i % steps.length]);
      int before = count;
      for (int call = 0; call < 2 * LIMIT; call++) {
        if (window.take(ticker.nanos()) >= 0) {
          grants[count++] = ticker.nanos();
        }
      }
      burst = i == 0 ? count - before : burst;
    }
    boolean saturating = steps.length == 1;
    print(name, LIMIT, Arrays.copyOf(grants, count), SECOND, saturating, burst, "");
  }

  private static void random() {
    double worst = 0;
    long grants = 0;
    for (int seed = 0; seed < RANDOM_SCHEDULES; seed++) {
      RandomSchedule schedule = new RandomSchedule(1_000_000 + seed).run();
      worst = Math.max(worst, schedule.worst());
      grants += schedule.grants();
    }
    print(
        RANDOM_SCHEDULES + " random schedules, " + grants + " grants",
        "0 to 100",
        String.format("%.3f x", worst),
        "",
        "",
        "0");
  }

  private static void real(int threads, Rate rate, long nanos) throws InterruptedException {
    Sightings seen = new Crowd(rate, 0).run(threads, nanos, () -> {});
    int tooSoon = seen.tooSoon(rate);
    long[] grants = seen.grants();
    int burst = 0;
    while (burst < grants.length && grants[burst] - grants[0] < rate.periodNanos()) {
      burst++;
    }
    // In short periods the share says more of how late threads were run than of the limiter.
    boolean saturating = rate.periodNanos() >= SECOND;
    String name = threads + (threads == 1 ? " thread" : " threads") + ", real time, " + rate;
    print(
        name,
        rate.calls(),
        grants,
        rate.periodNanos(),
        saturating,
        burst,
        tooSoon + " of " + seen.refusals());
  }

  private static void memory() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (long calls : new long[] {1, 1_000, Rate.MAX_CALLS}) {
      FakeTicker ticker = new FakeTicker();
      FlowLimiter[] limiters = new FlowLimiter[1000];
      Rate rate = new Rate(calls, SECOND);
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < limiters.length; i++) {
        limiters[i] = new FlowLimiter(ticker, new FlowRule(null, null, rate));
      }
      long each = (threads.getCurrentThreadAllocatedBytes() - before) / limiters.length;
      System.out.printf("memory of a limiter of %s: %d bytes%n", rate, each);
    }
  }

  private static void print(
      String name,
      long limit,
      long[] grants,
      long period,
      boolean saturating,
      int burst,
      String tooSoon) {
    double worst = (double) WorstInterval.of(grants, period) / limit;
    String share = "";
    if (saturating) {
      // In the long run: the first burst is a head start. In real time it is lower on a busy
      // machine, as threads that do not run ask for nothing.
      double seconds = (double) (grants[grants.length - 1] - grants[0]) / period;
      share = String.format("%.2f %%", 100.0 * (grants.length - limit) / limit / seconds);
    }
    String first = burst + " of " + limit;
    print(name, String.valueOf(limit), String.format("%.3f x", worst), share, first, tooSoon);
  }

  private static void print(String... cells) {
    System.out.printf("%-44s %-9s %-13s %-10s %-13s %s%n", (Object[]) cells);
  }
}
