package dev.weir.core.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.Engine;
import dev.weir.core.FakeTicker;
import dev.weir.core.Mode;
import dev.weir.core.Rulebook;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.rules.Entry;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random calls that match one, two or three entries, against time stamps kept for each rule. */
class SeveralRulesModelTest {

  private static final int SCHEDULES = 3_000;
  private static final String[] PATHS = {"/a", "/a/b", "/a/b/c"};

  @Test
  void callIsAdmittedByAllOrLeavesNoTrace() {
    long refusals = 0;
    for (int seed = 0; seed < SCHEDULES; seed++) {
      refusals += run(seed);
    }
    assertThat(refusals).isGreaterThan(10L * SCHEDULES);
  }

  private static int run(long seed) {
    Random random = new Random(seed);
    FakeTicker ticker = new FakeTicker(random.nextLong());
    Engine engine = new Engine(ticker);
    Entry[] entries = new Entry[PATHS.length];
    Rate[] rates = new Rate[PATHS.length];
    TimeStamps[] models = new TimeStamps[PATHS.length];
    for (int i = 0; i < PATHS.length; i++) {
      rates[i] = new Rate(1 + random.nextInt(8), 1_000 + random.nextInt(5_000));
      models[i] = new TimeStamps(rates[i].periodNanos());
      entries[i] =
          Rulebook.entry(
              PATHS[i], "web:GET " + PATHS[i] + "/**", new FlowRule(null, null, rates[i]));
    }
    engine.apply(Rulebook.enforcing(entries), Mode.ENFORCE);
    int refusals = 0;
    for (int op = 0; op < 200; op++) {
      ticker.advance(random.nextInt(4) == 0 ? random.nextInt(6_000) : random.nextInt(200));
      int matched = 1 + random.nextInt(PATHS.length);
      CallJudge chain = Objects.requireNonNull(engine.web("GET", PATHS[matched - 1], false));
      long now = ticker.nanos();
      boolean full = false;
      if (!chain.enter(now).isBlock()) {
        for (int i = 0; i < matched; i++) {
          models[i].grant(now);
          assertThat(models[i].inLastPeriod(now))
              .as("seed %d, rule %s", seed, rates[i])
              .isLessThanOrEqualTo(rates[i].calls());
        }
      } else {
        for (int i = 0; i < matched; i++) {
          full |= models[i].inLast65Of64Periods(now) >= rates[i].calls();
        }
        assertThat(full).as("seed %d: refused though no rule is full", seed).isTrue();
        refusals++;
      }
    }
    return refusals;
  }
}
