package dev.weir.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutsideTest {

  private static final long MILLI = 1_000_000L;

  private final Outside seen = new Outside();

  @Test
  void worstSecondIsFoundAcrossTheBoundaryOfTwoSeconds() {
    admittedAt(700, 5);
    admittedAt(1200, 5);
    admittedAt(2500, 5);

    assertThat(worst(0, 10_000)).isEqualTo(10);
  }

  @Test
  void callsOneSecondApartAreNotInOneSecond() {
    admittedAt(0, 5);
    admittedAt(1000, 5);

    assertThat(worst(0, 10_000)).isEqualTo(5);
  }

  @Test
  void slowCallIsNotCountedWhereItMayHaveBeenAdmittedLater() {
    admittedAt(0, 5);
    seen.note(true, 10 * MILLI, 1500 * MILLI);

    assertThat(worst(0, 10_000)).isEqualTo(5);
  }

  @Test
  void refusedCallsAndCallsOutsideTheSpanDoNotCount() {
    admittedAt(100, 3);
    seen.note(false, 110 * MILLI, 111 * MILLI);
    admittedAt(900, 4);

    assertThat(worst(0, 500)).isEqualTo(3);
    assertThat(seen.count(false, 0, 500 * MILLI)).isEqualTo(1);
    assertThat(seen.count(true, 0, 10_000 * MILLI)).isEqualTo(7);
  }

  private void admittedAt(long millis, int calls) {
    for (int i = 0; i < calls; i++) {
      seen.note(true, millis * MILLI, (millis + 1) * MILLI);
    }
  }

  private int worst(long fromMillis, long toMillis) {
    return seen.worstSecond(fromMillis * MILLI, toMillis * MILLI);
  }
}
