package dev.weir.core.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlidingWindowModelTest {

  private static final int SCHEDULES = 15_000;

  @Test
  void randomSchedulesAreNeverGrantedMoreNorRefusedSooner() {
    long grants = 0;
    long refusals = 0;
    for (int seed = 0; seed < SCHEDULES; seed++) {
      RandomSchedule schedule = new RandomSchedule(seed).run();
      grants += schedule.grants();
      refusals += schedule.refusals();
    }
    // The schedules are worth something.
    assertThat(grants).isGreaterThan(10L * SCHEDULES);
    assertThat(refusals).isGreaterThan(10L * SCHEDULES);
  }
}
