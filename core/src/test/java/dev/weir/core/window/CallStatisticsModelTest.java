package dev.weir.core.window;

import org.junit.jupiter.api.Test;

class CallStatisticsModelTest {

  private static final int SCHEDULES = 10_000;

  @Test
  void randomTrafficIsCountedAsByTimeStamps() {
    for (int seed = 0; seed < SCHEDULES; seed++) {
      new RandomTraffic(seed).run();
    }
  }
}
