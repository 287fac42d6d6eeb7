package dev.weir.core.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.concurrency.NaiveAdaptation.Step;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdaptiveModelTest {

  private static final int SCHEDULES = 10_000;

  @Test
  void randomSchedulesLearnAsAListOfSamplesDoes() {
    Map<Step, Integer> steps = new EnumMap<>(Step.class);
    int raised = 0;
    for (int seed = 0; seed < SCHEDULES; seed++) {
      AdaptiveSchedule schedule = new AdaptiveSchedule(seed).run();
      schedule.steps().forEach((step, times) -> steps.merge(step, times, Integer::sum));
      raised += schedule.raised();
    }
    // The schedules are worth something.
    for (Step step : Step.values()) {
      int least = step == Step.TOO_FEW ? 1 : SCHEDULES / 100;
      assertThat(steps.getOrDefault(step, 0)).as("%s", step).isGreaterThanOrEqualTo(least);
    }
    assertThat(raised).isGreaterThan(SCHEDULES / 2);
  }
}
