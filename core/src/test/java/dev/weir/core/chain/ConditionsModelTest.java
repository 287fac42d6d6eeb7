package dev.weir.core.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.BlockReason;
import dev.weir.core.CallAttributes;
import dev.weir.core.Engine;
import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.FakeTicker;
import dev.weir.core.Inbound;
import dev.weir.core.Mode;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Verdict;
import dev.weir.core.rules.Conditions;
import dev.weir.core.rules.Conditions.Callers;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Exemption;
import dev.weir.core.rules.Instrument;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.RequestValue;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.RuleSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Which entries hold for a call, by name, caller, inbound request and values, on random rule sets
 * against the words of the page on rule files. Each entry counts, so that who held is seen.
 */
class ConditionsModelTest {

  private static final int SCHEDULES = 10_000;
  private static final String[] PATHS = {"/a", "/b", "/c/d"};
  private static final String[] MATCHES = {
    "web:GET /a", "web:GET /b", "web:* /**", "web:GET /c/**"
  };
  private static final String[] CALLERS = {"app", "batch", "ops"};
  private static final KeyPart TIER = new KeyPart(Source.HEADER, "X-Tier");
  private static final KeyPart UID = new KeyPart(Source.QUERY, "uid");

  @Test
  void entriesHoldForTheCallsThatTheyAreWrittenFor() {
    for (int seed = 0; seed < SCHEDULES; seed++) {
      run(seed);
    }
  }

  private static void run(long seed) {
    Random random = new Random(seed);
    FakeTicker ticker = new FakeTicker(random.nextLong());
    Engine engine = new Engine(ticker);
    RuleSet rules = rules(random);
    engine.apply(rules, Mode.ENFORCE);
    Map<String, Long> expected = new LinkedHashMap<>();
    for (int i = 0; i < 12; i++) {
      Call call = new Call(random, engine);
      CallJudge judge = Objects.requireNonNull(engine.web("GET", call.path, false));
      long now = ticker.nanos();
      Verdict verdict = judge.enter(now, call);
      assertThat(verdict.isBlock()).isFalse();
      verdict.admission().exit(now, Outcome.RETURNED);
      for (String name : holding(rules, call)) {
        expected.merge(name, 1L, Long::sum);
      }
    }
    Map<String, Long> seen = new LinkedHashMap<>();
    for (EntrySnapshot entry : engine.entries()) {
      add(seen, entry);
    }
    for (EntrySnapshot entry : engine.unlisted()) {
      add(seen, entry);
    }
    assertThat(seen).as("seed %d, rules %s", seed, rules).isEqualTo(expected);
    assertThat(engine.totals().passed()).isEqualTo(12);
    assertThat(engine.totals().inFlight()).isZero();
  }

  private static void add(Map<String, Long> seen, EntrySnapshot entry) {
    if (entry.passed() > 0) {
      seen.put(entry.name(), entry.passed());
    }
  }

  private static RuleSet rules(Random random) {
    List<Entry> entries = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      List<ResourcePattern> match = patterns(random, MATCHES);
      entries.add(
          new Entry(
              "e" + i,
              "e" + i,
              match,
              List.of(),
              random.nextInt(4) == 0,
              random.nextBoolean() ? Conditions.NONE : conditions(random),
              null,
              List.of(),
              OnBlock.DEFAULT));
    }
    List<Exemption> exempt = new ArrayList<>();
    boolean system = random.nextBoolean();
    for (int i = random.nextInt(3); i > 0; i--) {
      List<RequestValue> when = when(random);
      boolean noMatch = !when.isEmpty() && random.nextBoolean();
      exempt.add(
          new Exemption(
              noMatch ? List.of() : patterns(random, new String[] {"web:GET /a", "web:GET /c/**"}),
              when,
              system && random.nextBoolean()));
    }
    return new RuleSet(
        Mode.ENFORCE,
        null,
        Instrument.DEFAULT,
        exempt,
        system ? Entry.system(List.of(), OnBlock.DEFAULT) : null,
        entries,
        null,
        null);
  }

  private static Conditions conditions(Random random) {
    Callers callers =
        switch (random.nextInt(4)) {
          case 0 -> new Callers(Set.of(CALLERS[random.nextInt(3)]), false);
          case 1 -> new Callers(Set.of(), true);
          case 2 -> new Callers(Set.of("app", "ops"), random.nextBoolean());
          default -> null;
        };
    List<ResourcePattern> from =
        random.nextInt(3) == 0 ? List.of(ResourcePattern.parse("web:POST /checkout")) : List.of();
    return new Conditions(callers, from, when(random));
  }

  private static List<RequestValue> when(Random random) {
    List<RequestValue> when = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      when.add(new RequestValue(TIER, "vip"));
    }
    if (random.nextInt(4) == 0) {
      when.add(new RequestValue(UID, "7"));
    }
    return when;
  }

  private static List<ResourcePattern> patterns(Random random, String[] from) {
    List<ResourcePattern> patterns = new ArrayList<>();
    patterns.add(ResourcePattern.parse(from[random.nextInt(from.length)]));
    return patterns;
  }

  /** By the words of the page. */
  private static List<String> holding(RuleSet rules, Call call) {
    boolean systemHolds = rules.system() != null;
    for (Exemption exemption : rules.exempt()) {
      boolean matches = exemption.match().isEmpty() || anyMatches(exemption.match(), call.path);
      if (matches && call.hasAll(exemption.when())) {
        if (!exemption.systemOnly()) {
          return List.of("web:GET " + call.path);
        }
        systemHolds = false;
      }
    }
    List<String> listed = new ArrayList<>();
    List<String> unlisted = new ArrayList<>();
    for (Entry entry : rules.entries()) {
      if (anyMatches(entry.match(), call.path) && holds(entry, rules, call)) {
        (entry.unlisted() ? unlisted : listed).add(entry.display());
      }
    }
    List<String> holding = new ArrayList<>(listed.isEmpty() ? unlisted : listed);
    if (holding.isEmpty()) {
      holding.add("web:GET " + call.path);
    }
    if (systemHolds) {
      holding.add("system");
    }
    return holding;
  }

  private static boolean holds(Entry entry, RuleSet rules, Call call) {
    Conditions conditions = entry.conditions();
    Callers callers = conditions.caller();
    if (callers != null) {
      boolean named = call.caller != null && callers.names().contains(call.caller);
      boolean other = callers.other() && !isNamedElsewhere(entry, rules, call.caller);
      if (!named && !other) {
        return false;
      }
    }
    boolean serves = call.inbound != null && call.inbound.path().equals("/checkout");
    return (conditions.from().isEmpty() || serves) && call.hasAll(conditions.when());
  }

  private static boolean isNamedElsewhere(Entry entry, RuleSet rules, @Nullable String caller) {
    for (Entry each : rules.entries()) {
      Callers callers = each.conditions().caller();
      if (each.match().equals(entry.match())
          && callers != null
          && caller != null
          && callers.names().contains(caller)) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyMatches(List<ResourcePattern> patterns, String path) {
    for (ResourcePattern pattern : patterns) {
      String text = pattern.text();
      if (text.endsWith(" " + path)
          || text.equals("web:* /**")
          || (text.equals("web:GET /c/**") && path.startsWith("/c/"))) {
        return true;
      }
    }
    return false;
  }

  private static final class Call implements CallAttributes {
    private final Engine engine;
    final String path;
    final @Nullable String caller;
    final @Nullable Inbound inbound;
    final boolean vip;
    final boolean seven;

    Call(Random random, Engine engine) {
      this.engine = engine;
      path = PATHS[random.nextInt(PATHS.length)];
      int who = random.nextInt(5);
      caller = who == 3 ? null : who == 4 ? "stranger" : CALLERS[who];
      inbound =
          switch (random.nextInt(3)) {
            case 0 -> new Inbound("POST", "/checkout");
            case 1 -> new Inbound("GET", "/other");
            default -> null;
          };
      vip = random.nextBoolean();
      seven = random.nextBoolean();
    }

    boolean hasAll(List<RequestValue> values) {
      for (RequestValue value : values) {
        if (!(value.part().equals(TIER) ? vip : seven)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public @Nullable String value(KeyPart part) {
      return switch (part.source()) {
        case CALLER -> caller;
        case HEADER -> vip ? "vip" : "trial";
        default -> seven ? "7" : null;
      };
    }

    @Override
    public @Nullable Inbound inbound() {
      return inbound;
    }

    @Override
    public @Nullable SlotChain unlisted(boolean exempt) {
      return engine.unlistedWeb("GET", path, exempt);
    }
  }

  /** The rules of {@code system} hold for what no entry matches, and for nothing that is exempt. */
  @Test
  void systemJudgesUnlistedRequestsToo() {
    FakeTicker ticker = new FakeTicker();
    Engine engine = new Engine(ticker);
    RequestValue vip = new RequestValue(TIER, "vip");
    RuleSet rules =
        new RuleSet(
            Mode.ENFORCE,
            null,
            Instrument.DEFAULT,
            List.of(new Exemption(List.of(), List.of(vip), true)),
            Entry.system(List.of(Rulebook.perMinute(2)), OnBlock.DEFAULT),
            List.of(Rulebook.entry("a", "web:GET /a", Rulebook.perMinute(10))),
            null,
            null);
    engine.apply(rules, Mode.ENFORCE);
    CallAttributes trial = part -> "trial";
    assertThat(enter(engine, ticker, "/a", trial).isBlock()).isFalse();
    assertThat(enter(engine, ticker, "/free", new Free(engine, "trial")).isBlock()).isFalse();
    Verdict refused = enter(engine, ticker, "/free", new Free(engine, "trial"));
    assertThat(refused.isBlock()).isTrue();
    assertThat(refused.entry().display()).isEqualTo("system");
    assertThat(enter(engine, ticker, "/a", trial).reason()).isEqualTo(BlockReason.SYSTEM);
    assertThat(enter(engine, ticker, "/a", part -> "vip").isBlock()).isFalse();
    assertThat(enter(engine, ticker, "/free", new Free(engine, "vip")).isBlock()).isFalse();
    assertThat(engine.entries().get(0).blocked()).containsEntry(BlockReason.SYSTEM, 2L);
    assertThat(engine.totals().passed()).isEqualTo(4);
  }

  private static Verdict enter(
      Engine engine, FakeTicker ticker, String path, CallAttributes attributes) {
    CallJudge judge = Objects.requireNonNull(engine.web("GET", path, false));
    return judge.enter(ticker.nanos(), attributes);
  }

  private record Free(Engine engine, String tier) implements CallAttributes {
    @Override
    public @Nullable String value(KeyPart part) {
      return tier;
    }

    @Override
    public @Nullable SlotChain unlisted(boolean exempt) {
      return engine.unlistedWeb("GET", "/free", exempt);
    }
  }
}
