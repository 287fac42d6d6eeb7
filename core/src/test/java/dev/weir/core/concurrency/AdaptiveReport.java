package dev.weir.core.concurrency;

import dev.weir.core.concurrency.Scenario.Halving;
import dev.weir.core.concurrency.Scenario.Spread;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints what adaptive limits make of a service that loses half of its capacity for a minute,
 * beside the best fixed limit in each phase and models of two peers, in a minute or two. From the
 * root of the project:
 *
 * <pre>
 * mvn -q -pl core test-compile
 * java -cp core/target/classes:core/target/test-classes dev.weir.core.concurrency.AdaptiveReport
 * </pre>
 *
 * <p>Goodput: answers within five times the latency without load of the phase. 100 % is that of the
 * fixed limit, of those tried, that is best in that very phase. A phase counts from its beginning,
 * and from its settling time on: 5 s, or 40 calls' times if that is longer.
 */
public final class AdaptiveReport {

  private static final int MIN = 8;
  private static final int MAX = 512;
  private static final int[] FIXED = {
    8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64, 80, 96, 128, 160, 200, 256, 320, 400, 512
  };
  private static final long SEED = 7;
  private static final int WIDTH = 50;

  private AdaptiveReport() {}

  public static void main(String[] arguments) {
    System.out.printf(
        "%-46s %-20s %-20s %-20s %-20s %-20s%n",
        "capacity halves from 60 s to 120 s",
        "best fixed (limit)",
        "adaptive, settled",
        "adaptive, whole",
        "Gradient2, settled",
        "Vegas, settled");
    for (Scenario scenario : scenarios()) {
      compare(scenario);
    }
    plot(Scenario.open("overload 1.5", 10, 32, Halving.WORKERS, 1.5));
    plot(Scenario.open("overload 1.5", 50, 32, Halving.SPEED, 1.5));
  }

  private static List<Scenario> scenarios() {
    List<Scenario> scenarios = new ArrayList<>();
    for (long millis : new long[] {2, 10, 50, 500}) {
      for (Halving halving : Halving.values()) {
        Scenario overload = Scenario.open("overload 1.5", millis, 32, halving, 1.5);
        scenarios.add(overload);
        if (millis == 10 || millis == 50) {
          for (Spread spread : Spread.values()) {
            if (spread != Spread.EXPONENTIAL) {
              scenarios.add(overload.with(spread));
            }
          }
        }
        if (millis > 2) {
          scenarios.add(overload.closed(200));
          scenarios.add(overload.queue(20));
          scenarios.add(Scenario.open("load 0.8", millis, 32, halving, 0.8));
          scenarios.add(Scenario.open("overload 3", millis, 128, halving, 3));
        }
      }
    }
    return scenarios;
  }

  private static void compare(Scenario scenario) {
    List<SimulatedService> fixed = new ArrayList<>();
    for (int max : FIXED) {
      fixed.add(run(scenario, SimulatedLimit.fixed(max)));
    }
    SimulatedService adaptive = run(scenario, SimulatedLimit.adaptive(MIN, MAX));
    SimulatedService gradient = run(scenario, WindowedPeer.gradient2(MIN, MAX));
    SimulatedService vegas = run(scenario, WindowedPeer.vegas(MIN, MAX));
    StringBuilder bests = new StringBuilder();
    StringBuilder[] shares = new StringBuilder[4];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = new StringBuilder();
    }
    for (int phase = 0; phase < 3; phase++) {
      int best = best(fixed, scenario, phase, true);
      long settled = good(fixed.get(best), scenario, phase, true);
      long whole = good(fixed.get(best(fixed, scenario, phase, false)), scenario, phase, false);
      bests.append(settled / ((Scenario.PHASE - settling(scenario)) / Scenario.SECOND));
      bests.append('(').append(FIXED[best]).append(") ");
      append(shares[0], good(adaptive, scenario, phase, true), settled);
      append(shares[1], good(adaptive, scenario, phase, false), whole);
      append(shares[2], good(gradient, scenario, phase, true), settled);
      append(shares[3], good(vegas, scenario, phase, true), settled);
    }
    System.out.printf(
        "%-46s %-20s %-20s %-20s %-20s %-20s%n",
        name(scenario), bests, shares[0], shares[1], shares[2], shares[3]);
  }

  private static SimulatedService run(Scenario scenario, SimulatedLimit limit) {
    return new SimulatedService(scenario, limit, SEED).run();
  }

  private static String name(Scenario scenario) {
    return scenario.serviceNanos() / 1_000_000
        + " ms x "
        + scenario.workers()
        + ", half the "
        + lower(scenario.halving())
        + ", "
        + (scenario.load() > 0 ? scenario.name() : scenario.clients() + " clients")
        + (scenario.queue() < MAX ? ", queue " + scenario.queue() : "")
        + (scenario.spread() == Spread.EXPONENTIAL ? "" : ", " + lower(scenario.spread()));
  }

  private static String lower(Enum<?> word) {
    return word.name().toLowerCase(java.util.Locale.ROOT);
  }

  private static long settling(Scenario scenario) {
    return Math.max(5 * Scenario.SECOND, 40 * scenario.serviceNanos());
  }

  private static long good(SimulatedService run, Scenario scenario, int phase, boolean settled) {
    long from = phase * Scenario.PHASE;
    return run.good(from + (settled ? settling(scenario) : 0), from + Scenario.PHASE);
  }

  private static int best(
      List<SimulatedService> fixed, Scenario scenario, int phase, boolean settled) {
    int best = 0;
    for (int i = 1; i < fixed.size(); i++) {
      long good = good(fixed.get(i), scenario, phase, settled);
      best = good > good(fixed.get(best), scenario, phase, settled) ? i : best;
    }
    return best;
  }

  private static void append(StringBuilder shares, long good, long best) {
    shares.append(String.format("%5.1f ", 100.0 * good / best));
  }

  private static void plot(Scenario scenario) {
    SimulatedService run = run(scenario, SimulatedLimit.adaptive(MIN, MAX));
    System.out.println();
    System.out.println(name(scenario) + ": good answers a second, and the limit (|)");
    double capacity = (double) scenario.workers() / scenario.serviceNanos() * Scenario.SECOND;
    int perLine = (int) (3 * Scenario.SECOND / SimulatedService.STEP);
    for (int step = 0; step < SimulatedService.STEPS; step += perLine) {
      double good = 0;
      double limit = 0;
      for (int i = step; i < step + perLine; i++) {
        good += run.goodIn(i) / 3.0;
        limit += (double) run.limitIn(i) / perLine;
      }
      StringBuilder line = new StringBuilder();
      int bar = (int) (good / capacity * WIDTH / 2);
      int mark = Math.min(WIDTH, (int) (limit / scenario.workers() * WIDTH / 4));
      for (int column = 0; column <= WIDTH; column++) {
        line.append(column == mark ? '|' : column < bar ? '#' : ' ');
      }
      System.out.printf(
          "%4d s %6.0f/s %4.0f %s%n",
          step * SimulatedService.STEP / Scenario.SECOND, good, limit, line);
    }
  }
}
