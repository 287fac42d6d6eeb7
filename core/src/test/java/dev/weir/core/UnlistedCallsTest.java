package dev.weir.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Exemption;
import dev.weir.core.rules.Instrument;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.RuleSet;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UnlistedCallsTest {

  private static final long IDLE_NANOS = 600_000_000_000L;

  private final FakeTicker ticker = new FakeTicker();
  private final List<EngineEvent> events = new ArrayList<>();
  private final Engine engine = new Engine(ticker, events::add, Waiting.ALLOWED);

  private void rules(Mode mode, Entry... entries) {
    engine.apply(Rulebook.rules(mode, entries), Mode.ENFORCE);
  }

  private void call(@Nullable CallJudge chain) {
    CallJudge found = Objects.requireNonNull(chain);
    long start = ticker.nanos();
    found.enter(start).admission().exit(start, Outcome.RETURNED);
  }

  private void get(String path) {
    call(engine.web("GET", path, false));
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    for (EntrySnapshot each : engine.snapshot().unlisted()) {
      names.add(each.name() + " " + each.passed());
    }
    return names;
  }

  @Test
  void callsThatNoEntryMatchesAreMeasuredByTemplate() {
    rules(Mode.ENFORCE, Rulebook.entry("a", "web:GET /a", Rulebook.perSecond(10)));
    get("/a");
    get("/orders/17");
    get("/orders/18");
    get("/orders/550e8400-e29b-41d4-a716-446655440000/lines");
    call(engine.http("GET", "price.internal", 8080, "/v1/prices/0815"));
    call(engine.sql("shop", "SELECT", "orders"));
    int site = engine.site("com.acme.Prices", "query", List.of("int"), List.of());
    call(engine.method(site));
    assertThat(names())
        .containsExactly(
            "http:GET price.internal:8080/v1/prices/{} 1",
            "method:com.acme.Prices#query 1",
            "sql:shop SELECT orders 1",
            "web:GET /orders/{} 2",
            "web:GET /orders/{}/lines 1");
    assertThat(engine.snapshot().passed()).isEqualTo(7);
    assertThat(engine.snapshot().inFlight()).isZero();
  }

  @Test
  void exemptCallsAreMeasuredToo() {
    engine.apply(
        new RuleSet(
            Mode.ENFORCE,
            null,
            Instrument.DEFAULT,
            List.of(new Exemption(List.of(ResourcePattern.parse("web:GET /health")), List.of())),
            List.of(Rulebook.entry("all", "web:* /**", Rulebook.perSecond(0)))),
        Mode.ENFORCE);
    get("/health");
    assertThat(names()).containsExactly("web:GET /health 1");
  }

  @Test
  void nothingIsMeasuredWhereTheModeIsOff() {
    rules(Mode.OFF);
    assertThat(engine.web("GET", "/a", false)).isNull();
    engine.apply(Rulebook.rules(Mode.ENFORCE), Mode.OFF);
    assertThat(engine.web("GET", "/a", false)).isNull();
  }

  @Test
  void beyondAThousandNamesCallsAreMeasuredTogetherAndThatIsSaidOnce() {
    rules(Mode.ENFORCE, Rulebook.entry("last", "web:GET /ruled", Rulebook.perSecond(0)));
    for (int i = 0; i < 1_500; i++) {
      get("/" + word(i));
    }
    EngineSnapshot snapshot = engine.snapshot();
    assertThat(snapshot.unlisted()).hasSize(1_001);
    assertThat(names()).contains("web:other 500");
    assertThat(snapshot.passed()).isEqualTo(1_500);
    assertThat(events).hasSize(1);
    assertThat(events.get(0).text()).contains("1000 names").contains("web:other");
    assertThat(
            Objects.requireNonNull(engine.web("GET", "/ruled", false))
                .enter(ticker.nanos())
                .isBlock())
        .as("no rule is skipped for it")
        .isTrue();
    call(engine.sql("shop", "SELECT", "orders"));
    assertThat(names()).as("each kind has a thousand").contains("sql:shop SELECT orders 1");
  }

  @Test
  void namesThatAreIdleMakeRoomAndTheirCallsStayInTheTotals() {
    rules(Mode.ENFORCE);
    for (int i = 0; i < 1_500; i++) {
      get("/" + word(i));
    }
    CallJudge inside = Objects.requireNonNull(engine.web("GET", "/" + word(3), false));
    Admission admitted = inside.enter(ticker.nanos()).admission();
    for (int round = 0; round < 5; round++) {
      ticker.advance(IDLE_NANOS);
      get("/new-" + word(round));
    }
    assertThat(names()).hasSizeLessThan(10).contains("web:GET /" + word(3) + " 2");
    assertThat(engine.snapshot().passed()).isEqualTo(1_506);
    assertThat(engine.snapshot().inFlight()).isEqualTo(1);
    admitted.exit(ticker.nanos(), Outcome.RETURNED);
    assertThat(engine.snapshot().inFlight()).isZero();
  }

  /** Letters only, so that it does not look variable. */
  private static String word(int number) {
    StringBuilder word = new StringBuilder();
    for (int rest = number; ; rest /= 26) {
      word.append((char) ('a' + rest % 26));
      if (rest < 26) {
        return word.append("-page").toString();
      }
    }
  }

  @Test
  void measuringAKnownNameAllocatesNothing() {
    rules(Mode.ENFORCE);
    String[] paths = {"/orders/17", "/orders/18/lines", "/health"};
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    callMany(paths);
    long before = threads.getCurrentThreadAllocatedBytes();
    callMany(paths);
    // The measurement itself, JIT transitions and cells of the windows account for some bytes.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
  }

  private void callMany(String[] paths) {
    for (int i = 0; i < 100_000; i++) {
      ticker.advance(1_000);
      get(paths[i % paths.length]);
    }
  }

  @Test
  void removedEntriesAreKnownUpToABoundAndCountForEver() {
    for (int i = 0; i < 2_000; i++) {
      rules(Mode.ENFORCE, Rulebook.entry("e" + i, "web:GET /a", Rulebook.perSecond(1_000_000)));
      get("/a");
    }
    assertThat(engine.snapshot().passed()).isEqualTo(2_000);
    assertThat(engine.knownEntries()).isEqualTo(1_001);
  }
}
