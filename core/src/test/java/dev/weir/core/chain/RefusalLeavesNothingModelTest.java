package dev.weir.core.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.Admission;
import dev.weir.core.CallAttributes;
import dev.weir.core.Engine;
import dev.weir.core.EngineListener;
import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.FakeTicker;
import dev.weir.core.Mode;
import dev.weir.core.Outcome;
import dev.weir.core.RuleSnapshot;
import dev.weir.core.Rulebook;
import dev.weir.core.Verdict;
import dev.weir.core.breaker.RuleBuilder;
import dev.weir.core.concurrency.ConcurrencyRule;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Pacing;
import dev.weir.core.flow.Rate;
import dev.weir.core.flow.RelatedRule;
import dev.weir.core.flow.WarmUp;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Keying.Absent;
import dev.weir.core.rules.Rule;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Several rules of all kinds and several entries on one call, in random rule sets: what a refused
 * call found is what it leaves, whichever rule refuses it; and what all rules together admitted,
 * each holds.
 */
class RefusalLeavesNothingModelTest {

  private static final int SCHEDULES = 10_000;
  private static final String[] MATCHES = {"web:GET /a", "web:GET /{x}", "web:* /**"};
  private static final KeyPart TENANT = new KeyPart(Source.HEADER, "X-Tenant");
  private static final String[] TENANTS = {"acme", "root"};

  @Test
  void whatAnyRuleRefusesIsTakenFromNone() {
    long refusals = 0;
    for (int seed = 0; seed < SCHEDULES; seed++) {
      refusals += new Schedule(seed).run();
    }
    assertThat(refusals).isGreaterThan(10L * SCHEDULES);
  }

  private static final class Schedule {
    private final long seed;
    private final Random random;
    private final FakeTicker ticker;
    private final Engine engine;
    private final Deque<Inside> inside = new ArrayDeque<>();

    Schedule(long seed) {
      this.seed = seed;
      random = new Random(seed);
      ticker = new FakeTicker(random.nextLong());
      // As an event loop: the clock of a test does not move while it waits.
      engine = new Engine(ticker, EngineListener.NONE, () -> false);
    }

    int run() {
      Entry[] entries = new Entry[1 + random.nextInt(MATCHES.length)];
      for (int i = 0; i < entries.length; i++) {
        Mode mode = random.nextInt(4) == 0 ? Mode.OBSERVE : null;
        entries[i] = Rulebook.entry("e" + i, MATCHES[i], mode, rules());
      }
      engine.apply(Rulebook.enforcing(entries), Mode.ENFORCE);
      int refusals = 0;
      for (int op = 0; op < 40; op++) {
        ticker.advance(random.nextInt(4) == 0 ? random.nextInt(1_500) : random.nextInt(100));
        if (!inside.isEmpty() && random.nextInt(3) == 0) {
          inside.removeFirst().end(random.nextBoolean());
        } else if (call()) {
          refusals++;
        }
      }
      while (!inside.isEmpty()) {
        inside.removeFirst().end(true);
      }
      assertThat(engine.totals().inFlight()).as("seed %d", seed).isZero();
      return refusals;
    }

    /** Whether the call is refused. */
    private boolean call() {
      String tenant = TENANTS[random.nextInt(TENANTS.length)];
      long now = ticker.nanos();
      Map<String, Map<String, Object>> before = states();
      CallAttributes attributes = part -> tenant;
      Verdict verdict =
          Objects.requireNonNull(engine.web("GET", "/a", false)).enter(now, attributes);
      if (verdict.isBlock()) {
        // A key that is first heard of may be known now; it holds nothing.
        Map<String, Map<String, Object>> after = states();
        after.keySet().retainAll(before.keySet());
        assertThat(after).as("seed %d, %s", seed, verdict.message()).isEqualTo(before);
        return true;
      }
      inside.addLast(new Inside(verdict.admission(), now));
      return false;
    }

    /** Of all rules and their keys, less how many keys there are. */
    private Map<String, Map<String, Object>> states() {
      Map<String, Map<String, Object>> states = new LinkedHashMap<>();
      for (EntrySnapshot entry : engine.entries()) {
        for (RuleSnapshot rule : entry.rules()) {
          Map<String, Object> state = new LinkedHashMap<>(rule.state());
          state.remove("keys");
          String label = entry.name() + " " + rule.name() + " " + rule.key();
          while (states.putIfAbsent(label, state) != null) {
            label += "'";
          }
        }
      }
      return states;
    }

    private Rule[] rules() {
      List<Rule> rules = new ArrayList<>();
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        Mode mode = random.nextInt(6) == 0 ? Mode.OBSERVE : null;
        rules.add(rule("r" + i, mode));
      }
      return rules.toArray(new Rule[0]);
    }

    private Rule rule(String name, @Nullable Mode mode) {
      Keying keying = random.nextInt(3) == 0 ? PER_TENANT : null;
      return switch (random.nextInt(7)) {
        case 0 ->
            new FlowRule(
                name, mode, new Rate(1 + random.nextInt(5), 640 + random.nextInt(900)), keying);
        case 1 ->
            new ConcurrencyRule(
                name, mode, 1 + random.nextInt(3), 0, Integer.MAX_VALUE, 1_000_000, keying);
        case 2 -> paced(name, mode, keying, 0);
        case 3 -> paced(name, mode, keying, 300 + random.nextInt(1_000));
        case 4 ->
            new FlowRule(
                name,
                mode,
                new Rate(2 + random.nextInt(5), 640 + random.nextInt(900)),
                null,
                new WarmUp(2_000, 2, WarmUp.When.IDLE),
                null,
                keying);
        case 5 -> new RelatedRule(name, mode, new Rate(random.nextInt(6), 1_000), "e0");
        default -> RuleBuilder.breaker().errorCount(1 + random.nextInt(3)).rule();
      };
    }

    private FlowRule paced(
        String name, @Nullable Mode mode, @Nullable Keying keying, long maxWaitNanos) {
      Rate rate = new Rate(2 + random.nextInt(5), 640 + random.nextInt(900));
      Pacing pacing = new Pacing(1 + random.nextInt(3), maxWaitNanos, 3);
      return new FlowRule(name, mode, rate, pacing, null, null, keying);
    }

    private static final class Inside {
      private final Admission admission;
      private final long start;

      Inside(Admission admission, long start) {
        this.admission = admission;
        this.start = start;
      }

      void end(boolean well) {
        admission.exit(start, well ? Outcome.RETURNED : Outcome.status(500));
      }
    }
  }

  private static final Keying PER_TENANT =
      new Keying(List.of(TENANT), Map.of(), Absent.SHARED, 100);
}
