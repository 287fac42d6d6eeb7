package dev.weir.core.breaker;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Locale;

/**
 * Prints how often a breaker opens for nothing, and how soon it opens for a reason: {@code
 * slow-ratio: 50%}, {@code window: 10s}, {@code min-calls: 5}, in simulated time. From the root of
 * the project, in about three minutes:
 *
 * <pre>
 * mvn -q -pl core test-compile
 * java -cp core/target/classes:core/target/test-classes dev.weir.core.breaker.BreakerReport
 * </pre>
 */
public final class BreakerReport {

  private static final long HOUR = 3_600 * Traffic.SECOND;
  private static final double[] HEALTHY = {0.05, 0.1, 0.2, 0.3};
  private static final double[] BROKEN = {0.8, 0.6};
  private static final long SEED = 20_261_130;

  private BreakerReport() {}

  public static void main(String[] arguments) {
    System.out.println(
        "Openings in an hour of being closed while so many calls are slow, and time");
    System.out.println(
        "to open (median / p95) once so many are, after 5%. Threshold 50%, minimum 5.");
    System.out.println();
    System.out.println(
        "| breaker | calls/s | hours | 5% | 10% | 20% | 30% | 80% slow: opens | 60% slow: opens |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    for (double rate : new double[] {0.5, 10, 2_000}) {
      row("fresh second, plain ratio", rate, new FreshSecondJudge());
      row("`confidence: none`", rate, new SlotJudge(0));
      row("`confidence: 95%`", rate, new SlotJudge(0.95));
      row("`confidence: 99%`", rate, new SlotJudge(0.99));
    }
  }

  private static void row(String name, double rate, Traffic.Judge judge) {
    int hours = rate < 1 ? 2_000 : rate < 100 ? 200 : 4;
    StringBuilder row = new StringBuilder("| " + name + " | " + plain(rate) + " | " + hours);
    for (double share : HEALTHY) {
      row.append(" | ").append(plain(openingsAnHour(judge, rate, share, hours)));
    }
    for (double share : BROKEN) {
      row.append(" | ").append(timesToOpen(judge, rate, share));
    }
    System.out.println(row + " |");
  }

  /** In so many simulated hours. */
  static double openingsAnHour(Traffic.Judge judge, double rate, double slowShare, int hours) {
    return new Traffic(SEED, rate, judge).openings(slowShare, hours * HOUR) / (double) hours;
  }

  private static String timesToOpen(Traffic.Judge judge, double rate, double slowShare) {
    long[] times = timesToOpen(judge, rate, slowShare, rate > 100 ? 50 : 500);
    return time(times[times.length / 2]) + " / " + time(times[times.length * 95 / 100]);
  }

  /** Ascending; {@link Long#MAX_VALUE} where it was not open after six hours. */
  static long[] timesToOpen(Traffic.Judge judge, double rate, double slowShare, int trials) {
    Traffic traffic = new Traffic(SEED, rate, judge);
    long[] times = new long[trials];
    for (int i = 0; i < trials; i++) {
      // At this rate, whatever has not opened within a minute will not.
      long time = traffic.timeToOpen(slowShare, rate > 100 ? HOUR / 60 : 6 * HOUR);
      times[i] = time < 0 ? Long.MAX_VALUE : time;
    }
    Arrays.sort(times);
    return times;
  }

  private static String time(long nanos) {
    if (nanos == Long.MAX_VALUE) {
      return "never";
    }
    double seconds = (double) nanos / Traffic.SECOND;
    return seconds < 600
        ? String.format(Locale.ROOT, seconds < 10 ? "%.2f s" : "%.0f s", seconds)
        : String.format(Locale.ROOT, "%.0f min", seconds / 60);
  }

  private static String plain(double number) {
    return new BigDecimal(number).round(new MathContext(3)).stripTrailingZeros().toPlainString();
  }
}
