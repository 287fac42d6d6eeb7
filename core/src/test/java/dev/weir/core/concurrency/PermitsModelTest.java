package dev.weir.core.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PermitsModelTest {

  private static final int SCHEDULES = 12_000;

  @Test
  void randomSchedulesDecideAsAListOfCallsDoes() {
    long waits = 0;
    long refusals = 0;
    long expired = 0;
    for (int seed = 0; seed < SCHEDULES; seed++) {
      PermitsSchedule schedule = new PermitsSchedule(seed).run();
      waits += schedule.waits();
      refusals += schedule.refusals();
      expired += schedule.expired();
    }
    // The schedules are worth something.
    assertThat(waits).isGreaterThan(10L * SCHEDULES);
    assertThat(refusals).isGreaterThan(10L * SCHEDULES);
    assertThat(expired).isGreaterThan(SCHEDULES / 10);
  }
}
