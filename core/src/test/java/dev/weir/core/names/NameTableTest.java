package dev.weir.core.names;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.FakeTicker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameTableTest {

  private static final long IDLE = 10 * NameTable.SWEEP_NANOS;

  private final FakeTicker ticker = new FakeTicker();

  /** What a name has here: when it was last asked for. */
  private static final class Use {
    final String name;
    volatile long at;

    Use(String name, long at) {
      this.name = name;
      this.at = at;
    }
  }

  private final class Uses implements NameTable.Values<Use> {
    final List<String> dropped = new ArrayList<>();
    int exhausted;

    @Override
    public Use value(String name) {
      return new Use(name, ticker.nanos());
    }

    @Override
    public boolean isIdle(Use value, long now) {
      return now - value.at >= IDLE;
    }

    @Override
    public void dropped(Use value) {
      dropped.add(value.name);
    }

    @Override
    public void exhausted(int maxNames, long now) {
      exhausted++;
    }
  }

  private final Uses uses = new Uses();
  private final NameTable<Use> table = new NameTable<>(ticker, 100, "web:other", uses);

  private Use use(String name) {
    Use use = table.get(new StringBuilder(name));
    use.at = ticker.nanos();
    return use;
  }

  @Test
  void nameHasOneValue() {
    assertThat(use("web:GET /a")).isSameAs(use("web:GET /a")).isNotSameAs(use("web:GET /b"));
    assertThat(use("web:GET /a").name).isEqualTo("web:GET /a");
  }

  @Test
  void namesBeyondTheBoundShareOneAndThatIsSaidOnce() {
    for (int i = 0; i < 100; i++) {
      assertThat(use("n" + i).name).isEqualTo("n" + i);
    }
    assertThat(uses.exhausted).isZero();
    assertThat(use("n100").name).isEqualTo("web:other");
    assertThat(use("n101")).isSameAs(use("n102"));
    assertThat(use("n7").name).isEqualTo("n7");
    assertThat(uses.exhausted).isEqualTo(1);
    assertThat(table.all()).hasSize(101);
  }

  @Test
  void nameThatIsIdleMakesRoomAndOneInUseStays() {
    for (int i = 0; i < 100; i++) {
      use("n" + i);
    }
    ticker.advance(IDLE - 1);
    use("n7");
    assertThat(use("late").name).isEqualTo("web:other");
    ticker.advance(1);
    assertThat(use("late").name).as("not looked for again so soon").isEqualTo("web:other");
    ticker.advance(NameTable.SWEEP_NANOS);
    assertThat(use("late").name).isEqualTo("late");
    assertThat(uses.dropped).hasSize(99).doesNotContain("n7");
    assertThat(table.all()).extracting(each -> each.name).containsOnly("n7", "late", "web:other");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void doesAsAPlainMapWould(long seed) {
    Random random = new Random(seed);
    Map<String, Long> model = new HashMap<>();
    long lastSweep = -NameTable.SWEEP_NANOS;
    for (int step = 0; step < 20_000; step++) {
      ticker.advance(random.nextInt(10) == 0 ? random.nextLong(IDLE / 2) : random.nextInt(1_000));
      long now = ticker.nanos();
      String name =
          "Aa".repeat(random.nextInt(3)) + "BB".repeat(random.nextInt(3)) + random.nextInt(60);
      if (!model.containsKey(name)
          && model.size() >= 100
          && now - lastSweep >= NameTable.SWEEP_NANOS) {
        lastSweep = now;
        model.values().removeIf(at -> now - at >= IDLE);
      }
      boolean own = model.containsKey(name) || model.size() < 100;
      if (own) {
        model.put(name, now);
      }
      assertThat(use(name).name)
          .as("seed %s, step %s", seed, step)
          .isEqualTo(own ? name : "web:other");
    }
    assertThat(uses.dropped).as("seed %s", seed).isNotEmpty();
  }

  /** Names whose chains are rewritten meanwhile are found all the same. */
  @Test
  void manyThreadsNeverSeeTwoValuesOfANameInUse() throws InterruptedException {
    ConcurrentMap<String, Use> first = new ConcurrentHashMap<>();
    Set<String> doubled = ConcurrentHashMap.newKeySet();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      int seed = t;
      Thread thread =
          new Thread(
              () -> {
                Random random = new Random(seed);
                StringBuilder name = new StringBuilder();
                for (int i = 0; i < 200_000; i++) {
                  name.setLength(0);
                  name.append("n").append(random.nextInt(90));
                  Use use = table.get(name);
                  Use known = first.putIfAbsent(use.name, use);
                  if ((known != null && known != use) || !name.toString().equals(use.name)) {
                    doubled.add(use.name);
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(doubled).isEmpty();
    Map<String, Use> all = new LinkedHashMap<>();
    for (Use use : table.all()) {
      assertThat(all.put(use.name, use)).isNull();
    }
  }
}
