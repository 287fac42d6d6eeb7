package dev.weir.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.BlockReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * A random schedule of calls, checked against a model that keeps every time stamp: bursts,
 * idleness, steps of a nanosecond around the edges of buckets, clocks that step back, writers that
 * read the clock long ago.
 */
final class RandomTraffic {

  private static final long SECOND = 1_000_000_000;
  private static final long BUCKET = SECOND / 8;
  private static final long RING = 64 * SECOND;
  private static final int STEPS = 25;

  private final long seed;
  private final Random random;
  private final long origin;
  private final CallStatistics statistics;
  private final List<Event> events = new ArrayList<>();

  /**
   * Those that were not late. Percentiles reach back a little further than the ring surely does.
   */
  private final List<Event> inTime = new ArrayList<>();

  /** The newest turn in which a call passed, by cell. */
  private final Map<Long, Long> turns = new HashMap<>();

  private long now;

  /** The latest reading that anything was written with. */
  private long newest;

  private long late;

  /** What one writer wrote. */
  private record Event(
      Type type,
      long at,
      BlockReason reason,
      long rt,
      boolean failed,
      boolean slow,
      boolean shared) {}

  private enum Type {
    PASSED,
    BLOCKED,
    WOULD_BLOCK,
    COMPLETED
  }

  RandomTraffic(long seed) {
    this.seed = seed;
    random = new Random(seed);
    origin = random.nextBoolean() ? random.nextLong() : Long.MAX_VALUE - SECOND;
    statistics = new CallStatistics(origin);
    now = origin + random.nextInt(300) * SECOND;
    newest = now;
  }

  /** Plays it; fails with the seed where statistics and model differ. */
  void run() {
    for (int i = 0; i < STEPS; i++) {
      step();
      write();
      if (random.nextInt(8) == 0) {
        check();
      }
    }
    check();
  }

  private void step() {
    switch (random.nextInt(12)) {
      case 0 -> now += BUCKET - Math.floorMod(now - origin, BUCKET) - random.nextInt(2);
      case 1 -> now += (long) (random.nextDouble() * 70 * SECOND);
      case 2 -> now += BUCKET * random.nextInt(600);
      case 3 -> now -= (long) (random.nextDouble() * 3 * SECOND);
      case 4 -> now += random.nextInt(50) == 0 ? 3_600 * SECOND : 0;
      case 5 -> now -= random.nextInt(20) == 0 ? (long) (random.nextDouble() * 200 * SECOND) : 0;
      case 6, 7 -> now += (long) (random.nextDouble() * SECOND);
      default -> now += random.nextInt(2);
    }
  }

  private void write() {
    for (int i = random.nextInt(6); i >= 0; i--) {
      long at = now - lag();
      Event event =
          new Event(
              any(Type.values()),
              at,
              any(BlockReason.values()),
              responseTime(),
              random.nextInt(4) == 0,
              random.nextInt(4) == 0,
              random.nextInt(4) == 0);
      long before = late;
      write(event);
      late = statistics.late();
      events.add(event);
      checkLate(event, before);
      if (late == before) {
        inTime.add(event);
      }
      newest = newest - at > 0 ? newest : at;
    }
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private long lag() {
    return switch (random.nextInt(10)) {
      case 0 -> (long) (random.nextDouble() * 2 * SECOND);
      case 1 -> (long) (random.nextDouble() * 63 * SECOND);
      case 2 -> random.nextInt(4) == 0 ? (long) (random.nextDouble() * 300 * SECOND) : 0;
      default -> 0;
    };
  }

  private long responseTime() {
    // As many from each power of two, up to five hours.
    return random.nextLong() >>> (20 + random.nextInt(44));
  }

  private void write(Event event) {
    switch (event.type) {
      case PASSED -> statistics.passed(event.at, event.shared);
      case BLOCKED -> statistics.blocked(event.reason, event.at);
      case WOULD_BLOCK -> statistics.wouldBlock(event.at);
      case COMPLETED ->
          statistics.completed(event.at, event.rt, event.failed, event.slow, event.shared);
    }
  }

  /** Late is who finds his bucket's place taken by a later bucket; nobody within the ring is. */
  private void checkLate(Event event, long before) {
    if (newest - event.at < RING - BUCKET) {
      expect(late, before, "late of a writer in time");
    }
    if (event.type == Type.PASSED) {
      long cell = Math.floorMod(bucket(event.at), 512L);
      long turn = Math.floorDiv(bucket(event.at), 512L);
      long newestTurn = turns.getOrDefault(cell, Long.MIN_VALUE);
      if (turn < newestTurn) {
        expect(late, before + 1, "late of a writer whose bucket is overwritten");
      }
      turns.put(cell, Math.max(turn, newestTurn));
    }
  }

  private void check() {
    // The latest time of all: after a clock stepped back far, its window is overwritten.
    long at = newest - now < 2 * SECOND && newest - now > 0 ? now : Math.max(newest - now, 0) + now;
    long bucket = bucket(at);
    StatisticsSnapshot seen = statistics.snapshot(at);
    check("second", seen.second(), bucket - 8, bucket);
    check("minute", seen.minute(), bucket - 480, bucket);
    long second = Math.floorDiv(bucket, 8L) - 1;
    check("previous", seen.previous(), second * 8, second * 8 + 7);
    List<WindowTotals> seconds = statistics.seconds(at);
    int ago = random.nextInt(60);
    long from = (second - ago) * 8;
    check("second " + ago, seconds.get(59 - ago), from, from + 7);
    expect(seen.second().spanNanos(), SECOND + Math.floorMod(at - origin, BUCKET), "span");
    expect(seen.percentiles(), percentiles(bucket), "percentiles");
    check("totals", statistics.totals(), event -> true, Event::rt);
    check(
        "own totals",
        statistics.ownTotals(),
        event -> !event.shared || event.type == Type.BLOCKED || event.type == Type.WOULD_BLOCK,
        Event::rt);
  }

  private void check(String what, WindowTotals seen, long from, long to) {
    Predicate<Event> in = event -> bucket(event.at) >= from && bucket(event.at) <= to;
    check(what, seen.calls(), in, event -> (event.rt + 128) / 256 * 256);
    long min =
        events.stream()
            .filter(event -> event.type == Type.COMPLETED && in.test(event))
            .mapToLong(event -> (event.rt + 128) / 256 * 256)
            .min()
            .orElse(-1);
    expect(seen.rtMinNanos(), min, what + ": fastest");
  }

  private void check(
      String what, CallTotals seen, Predicate<Event> in, ToLongFunction<Event> responseTime) {
    CallTotals sum = CallTotals.NONE;
    for (Event event : events) {
      if (in.test(event)) {
        sum = sum.plus(totals(event, responseTime));
      }
    }
    expect(seen, sum, what);
  }

  private static CallTotals totals(Event event, ToLongFunction<Event> responseTime) {
    return switch (event.type) {
      case PASSED -> new CallTotals(1, Map.of(), 0, 0, 0, 0, 0);
      case BLOCKED -> new CallTotals(0, Map.of(event.reason, 1L), 0, 0, 0, 0, 0);
      case WOULD_BLOCK -> new CallTotals(0, Map.of(), 1, 0, 0, 0, 0);
      case COMPLETED ->
          new CallTotals(
              0,
              Map.of(),
              0,
              1,
              event.failed ? 1 : 0,
              event.slow ? 1 : 0,
              responseTime.applyAsLong(event));
    };
  }

  private Percentiles percentiles(long bucket) {
    long current = Math.floorDiv(bucket, 80L);
    long[] sorted =
        inTime.stream()
            .filter(event -> event.type == Type.COMPLETED)
            .filter(event -> Math.floorDiv(bucket(event.at), 80L) >= current - 6)
            .filter(event -> Math.floorDiv(bucket(event.at), 80L) <= current)
            .mapToLong(Event::rt)
            .sorted()
            .toArray();
    if (sorted.length == 0) {
      return Percentiles.NONE;
    }
    return new Percentiles(
        middle(sorted, 500),
        middle(sorted, 900),
        middle(sorted, 990),
        middle(sorted, 999),
        middle(sorted, 1000));
  }

  private static long middle(long[] sorted, int thousandths) {
    int rank = (sorted.length * thousandths + 999) / 1000;
    return ResponseTimes.middle(ResponseTimes.bin(sorted[rank - 1]));
  }

  private long bucket(long at) {
    return Math.floorDiv(at - origin, BUCKET);
  }

  private <T> void expect(T seen, T expected, String what) {
    assertThat(seen).as("%s, seed %d", what, seed).isEqualTo(expected);
  }
}
