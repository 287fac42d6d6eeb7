package dev.weir.core.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BreakerModelTest {

  private static final int SCHEDULES = 10_000;

  @Test
  void randomCallsAreJudgedAsByAModelThatKeepsEachOfThem() {
    long refused = 0;
    long opened = 0;
    long closed = 0;
    long reloads = 0;
    for (int seed = 0; seed < SCHEDULES; seed++) {
      RandomCalls calls = new RandomCalls(seed).run();
      refused += calls.refused();
      opened += calls.opened();
      closed += calls.closed();
      reloads += calls.reloads();
    }
    // The schedules are worth something.
    assertThat(refused).isGreaterThan(5L * SCHEDULES);
    assertThat(opened).isGreaterThan(SCHEDULES);
    assertThat(closed).isGreaterThan(SCHEDULES / 3);
    assertThat(reloads).isGreaterThan(SCHEDULES / 2);
  }
}
