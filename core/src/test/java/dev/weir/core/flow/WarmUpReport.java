package dev.weir.core.flow;

import org.jspecify.annotations.Nullable;

/**
 * Prints what a rule that warms up grants in each second of load, beside its curve, from the start
 * and after idle times. From the root of the project:
 *
 * <pre>
 * mvn -q -pl core test-compile
 * java -cp core/target/classes:core/target/test-classes dev.weir.core.flow.WarmUpReport
 * </pre>
 */
public final class WarmUpReport {

  private static final long SECOND = 1_000_000_000;

  private WarmUpReport() {}

  public static void main(String[] arguments) {
    for (long calls : new long[] {10, 100, 1_000}) {
      report(calls, 10, 3, null);
      report(calls, 10, 3, new Pacing(1, SECOND / 5, Integer.MAX_VALUE));
      report(calls, 10, 3, new Pacing(5, 0, Integer.MAX_VALUE));
    }
    report(100, 30, 10, null);
    report(100, 3, 2, null);
    report(1_000, 1, 5, null);
  }

  private static void report(
      long calls, int warmUpSeconds, int coldFactor, @Nullable Pacing pacing) {
    String how = pacing == null ? "" : pacing.maxWaitNanos() > 0 ? ", max-wait 200ms" : ", burst 5";
    System.out.printf(
        "limit %d/s, warm-up %ds, cold-factor %d%s%n", calls, warmUpSeconds, coldFactor, how);
    WarmUpRun run = new WarmUpRun(calls, warmUpSeconds, coldFactor, pacing);
    print("start", run, warmUpSeconds);
    for (double idle : new double[] {0, warmUpSeconds / 2.0, warmUpSeconds, 60}) {
      print("idle for " + idle + " s", run.idle(idle), warmUpSeconds);
    }
  }

  private static void print(String when, WarmUpRun run, int warmUpSeconds) {
    int seconds = warmUpSeconds + 3;
    double[] curve = run.curve(seconds);
    long[] granted = run.load(seconds);
    StringBuilder line = new StringBuilder();
    double worst = 0;
    for (int i = 0; i < seconds; i++) {
      if (i < 12) {
        line.append(String.format(" %d/%.0f", granted[i], curve[i]));
      }
      worst = Math.max(worst, Math.abs(granted[i] - curve[i]) / curve[i]);
    }
    System.out.printf("  %-16s worst %5.1f %%; second by second:%s%n", when, 100 * worst, line);
  }
}
