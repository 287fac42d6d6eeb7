package dev.weir.core.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.Engine;
import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.FakeTicker;
import dev.weir.core.Mode;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Verdict;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@code flow.related} against a model that keeps the time of each call of the other entry. */
class RelatedModelTest {

  private static final int SCHEDULES = 10_000;

  private final FakeTicker ticker = new FakeTicker();
  private final Engine engine = new Engine(ticker);

  @Test
  void refusesWhileTheOtherIsOverTheLimitAndOnlyThen() {
    int refusals = 0;
    for (int seed = 0; seed < SCHEDULES; seed++) {
      refusals += run(seed);
    }
    assertThat(refusals).isGreaterThan(10 * SCHEDULES);
  }

  private static int run(long seed) {
    Random random = new Random(seed);
    FakeTicker ticker = new FakeTicker(random.nextLong());
    Engine engine = new Engine(ticker);
    Rate limit = new Rate(random.nextInt(6), 6_400 + random.nextInt(5_000));
    Rate own = new Rate(3 + random.nextInt(6), 3_000);
    engine.apply(
        Rulebook.enforcing(
            Rulebook.entry("pay", "web:POST /pay", new FlowRule(null, null, own)),
            Rulebook.entry(
                "list", "web:GET /list", new RelatedRule(null, null, limit, "web:POST /pay"))),
        Mode.ENFORCE);
    Deque<Long> pays = new ArrayDeque<>();
    int refusals = 0;
    for (int op = 0; op < 150; op++) {
      ticker.advance(random.nextInt(5) == 0 ? random.nextInt(8_000) : random.nextInt(400));
      long now = ticker.nanos();
      if (random.nextInt(3) > 0) {
        // One that its own limit refuses does not count.
        if (!enter(engine, "POST", "/pay", now).isBlock()) {
          pays.addLast(now);
        }
        continue;
      }
      boolean blocked = enter(engine, "GET", "/list", now).isBlock();
      String what = "seed " + seed + ", op " + op + ", limit " + limit;
      if (within(pays, now, limit.periodNanos()) > limit.calls()) {
        assertThat(blocked).as(what).isTrue();
      }
      if (within(pays, now, limit.periodNanos() * 65 / 64 + 2) <= limit.calls()) {
        assertThat(blocked).as(what).isFalse();
      }
      refusals += blocked ? 1 : 0;
    }
    assertThat(engine.totals().inFlight()).isZero();
    return refusals;
  }

  /** How many lie in the last {@code span}, without its beginning. */
  private static long within(Deque<Long> times, long now, long span) {
    return times.stream().filter(time -> now - time < span).count();
  }

  private static Verdict enter(Engine engine, String method, String path, long now) {
    Verdict verdict = Objects.requireNonNull(engine.web(method, path, false)).enter(now);
    if (!verdict.isBlock()) {
      verdict.admission().exit(now, Outcome.RETURNED);
    }
    return verdict;
  }

  @Test
  void refusalSaysWhoseCallsLedToIt() {
    apply(1);
    enter(engine, "POST", "/pay", ticker.nanos());
    assertThat(enter(engine, "GET", "/list", ticker.nanos()).isBlock()).isFalse();
    enter(engine, "POST", "/pay", ticker.nanos());
    Verdict refused = enter(engine, "GET", "/list", ticker.nanos());
    assertThat(refused.message())
        .isEqualTo(
            "flow.limit 1/s related to pay of entry \"list\": 2 calls of that were granted in the"
                + " last 1 s");
    assertThat(refused.entry().display()).isEqualTo("list");
  }

  @Test
  void editKeepsWhatWasCountedOfTheOther() {
    apply(1);
    enter(engine, "POST", "/pay", ticker.nanos());
    enter(engine, "POST", "/pay", ticker.nanos());
    apply(0);
    assertThat(enter(engine, "GET", "/list", ticker.nanos()).isBlock()).isTrue();
    apply(2);
    assertThat(enter(engine, "GET", "/list", ticker.nanos()).isBlock()).isFalse();
    enter(engine, "POST", "/pay", ticker.nanos());
    assertThat(enter(engine, "GET", "/list", ticker.nanos()).isBlock()).isTrue();
    EntrySnapshot list = engine.entries().get(1);
    assertThat(list.rules().get(0).state()).containsEntry("granted-related", 3L);
  }

  private void apply(long limit) {
    engine.apply(
        Rulebook.enforcing(
            Rulebook.entry("pay", "web:POST /pay"),
            Rulebook.entry(
                "list",
                "web:GET /list",
                new RelatedRule(null, null, new Rate(limit, Rulebook.SECOND), "pay"))),
        Mode.ENFORCE);
  }
}
