package dev.weir.core.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.concurrency.Scenario.Halving;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In simulated time, by seeds: it cannot be late. More of it is printed by AdaptiveReport. */
class AdaptiveGoodputTest {

  private static final int[] FIXED = {12, 16, 20, 24, 32, 40, 48, 64, 96};
  private static final long SETTLING = 5 * Scenario.SECOND;

  static List<Scenario> scenarios() {
    Scenario workers = Scenario.open("overload", 20, 32, Halving.WORKERS, 1.5);
    Scenario speed = Scenario.open("overload", 20, 32, Halving.SPEED, 1.5);
    return List.of(workers, speed, workers.closed(200), speed.queue(20));
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void keepsNineTenthsOfTheBestFixedLimitsGoodputInEachPhase(Scenario scenario) {
    SimulatedService adaptive =
        new SimulatedService(scenario, SimulatedLimit.adaptive(8, 512), 1).run();
    long[] best = new long[3];
    for (int max : FIXED) {
      SimulatedService fixed = new SimulatedService(scenario, SimulatedLimit.fixed(max), 1).run();
      for (int phase = 0; phase < 3; phase++) {
        best[phase] = Math.max(best[phase], good(fixed, phase));
      }
    }
    for (int phase = 0; phase < 3; phase++) {
      assertThat((double) good(adaptive, phase) / best[phase])
          .as("phase %d of %s", phase, scenario)
          .isGreaterThan(0.9);
    }
  }

  private static long good(SimulatedService run, int phase) {
    long from = phase * Scenario.PHASE;
    return run.good(from + SETTLING, from + Scenario.PHASE);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void doesNotSwing(Scenario scenario) {
    SimulatedService run = new SimulatedService(scenario, SimulatedLimit.adaptive(8, 512), 2).run();
    for (int phase = 0; phase < 3; phase++) {
      int capacity =
          phase == 1 && scenario.halving() == Halving.WORKERS
              ? scenario.workers() / 2
              : scenario.workers();
      int steps = 0;
      int near = 0;
      int low = 0;
      long from = phase * Scenario.PHASE + SETTLING;
      long to = (phase + 1) * Scenario.PHASE;
      for (int step = (int) (from / SimulatedService.STEP);
          step < to / SimulatedService.STEP;
          step++) {
        steps++;
        int limit = run.limitIn(step);
        near += limit >= 0.9 * capacity && limit <= 3 * capacity ? 1 : 0;
        low += limit == 8 ? 1 : 0;
      }
      // But for its experiments.
      assertThat((double) near / steps).as("phase %d of %s", phase, scenario).isGreaterThan(0.85);
      assertThat((double) low / steps).as("at min, phase %d", phase).isLessThan(0.05);
    }
  }
}
