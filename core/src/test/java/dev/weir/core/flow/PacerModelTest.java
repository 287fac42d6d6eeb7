package dev.weir.core.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PacerModelTest {

  private static final int SCHEDULES = 10_000;

  @Test
  void everyInstantIsTheEarliestThatKeepsTheBound() {
    long first = System.nanoTime();
    long waits = 0;
    long refusals = 0;
    long returned = 0;
    for (long seed = first; seed < first + SCHEDULES; seed++) {
      PacerSchedule schedule = new PacerSchedule(seed).run();
      waits += schedule.waits();
      refusals += schedule.refusals();
      returned += schedule.returned();
    }
    assertThat(waits).isGreaterThan(SCHEDULES);
    assertThat(refusals).isGreaterThan(SCHEDULES);
    assertThat(returned).isGreaterThan(SCHEDULES);
  }

  @Test
  void noIntervalAcrossAReloadHoldsMoreThanTheLargerLimit() {
    long first = System.nanoTime();
    long[] grantsAcross = new long[3];
    for (long seed = first; seed < first + SCHEDULES; seed++) {
      ReloadSchedule schedule = new ReloadSchedule(seed).run();
      grantsAcross[schedule.kind()] += schedule.grantsAfter();
    }
    for (long grants : grantsAcross) {
      assertThat(grants).as("the new limit grants, too").isGreaterThan(SCHEDULES);
    }
  }
}
