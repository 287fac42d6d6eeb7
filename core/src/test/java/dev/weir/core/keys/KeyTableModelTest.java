package dev.weir.core.keys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyTableModelTest {

  private static final int SCHEDULES = 12_000;

  @Test
  void randomSchedulesAreDecidedAsIfNothingWereEverDropped() {
    long admitted = 0;
    long refused = 0;
    long shared = 0;
    long beside = 0;
    long dropped = 0;
    long upgrades = 0;
    for (int seed = 0; seed < SCHEDULES; seed++) {
      KeySchedule schedule = new KeySchedule(seed).run();
      admitted += schedule.admitted;
      refused += schedule.refused;
      shared += schedule.shared;
      beside += schedule.beside;
      dropped += schedule.dropped();
      upgrades += schedule.upgrades();
    }
    // The schedules are worth something.
    assertThat(admitted).isGreaterThan(20L * SCHEDULES);
    assertThat(refused).isGreaterThan(10L * SCHEDULES);
    assertThat(shared).isGreaterThan(10L * SCHEDULES);
    assertThat(beside).isGreaterThan(SCHEDULES / 10);
    assertThat(dropped).isGreaterThan(5L * SCHEDULES);
    assertThat(upgrades).isGreaterThan(SCHEDULES);
  }
}
