package dev.weir.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableTest {

  private static final long SECOND = 1_000_000_000L;

  @Test
  void showsTheLastSecondAndTheWholeBesideEachOther() {
    Snapshot before = snapshot(0, counts(1000, 900, 0, 1000, 2_000_000_000L));
    Snapshot now = snapshot(SECOND, counts(1100, 1010, 0, 1100, 2_400_000_000L));

    assertThat(Table.lines(now, before, Map.of("order-read", "100/s")))
        .anySatisfy(
            line ->
                assertThat(line.trim().split(" +"))
                    .containsExactly(
                        "order-read",
                        "100/s",
                        "100",
                        "110",
                        "4.00",
                        "1,100",
                        "2.18",
                        "flow",
                        "1,010"));
  }

  @Test
  void fitsIn80Columns() {
    Snapshot before = snapshot(0, counts(0, 0, 0, 0, 0));
    Snapshot now = snapshot(SECOND, counts(99_999, 0, 99_999, 99_999, 99_999 * 123_456_789L));

    assertThat(Table.lines(now, before, Map.of("order-read", "1000/s")))
        .allSatisfy(line -> assertThat(line.length()).isLessThan(80));
  }

  @Test
  void entryThatIsNewCountsFromZero() {
    Snapshot none = new Snapshot(0, "enforce", "", true, 0, 0, List.of());
    Snapshot now = snapshot(SECOND, counts(7, 0, 0, 0, 0));

    assertThat(Table.lines(now, none, Map.of()))
        .anySatisfy(
            line ->
                assertThat(line.trim().split(" +"))
                    .containsExactly("order-read", "7", "0", "-", "7", "-", "-"));
  }

  private static Snapshot snapshot(long atNanos, Snapshot.Counts counts) {
    return new Snapshot(atNanos, "enforce", "0123abcd", true, 0, 0, List.of(counts));
  }

  private static Snapshot.Counts counts(
      long passed, long blocked, long wouldBlock, long completed, long rtSumNanos) {
    return new Snapshot.Counts(
        "order-read",
        passed,
        Map.of("flow", blocked, "breaker", 0L),
        wouldBlock,
        completed,
        rtSumNanos);
  }
}
