package dev.weir.core.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceIndexCostTest {

  private static final int CALLS = 100_000;
  private static final int PATHS = 1_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @ValueSource(ints = {1, 50, 500})
  void lookUpAllocatesNothing(int entries) {
    ResourceIndex<List<Integer>> index = index(entries);
    String[] paths = paths(entries);
    lookUp(index, paths);
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    int judged = lookUp(index, paths);
    long bytes = threads.getThreadAllocatedBytes(thread) - before;
    assertThat(judged).isEqualTo(CALLS);
    // What reading the counter itself costs is far below a byte for each call.
    assertThat(bytes).isLessThan(CALLS / 10);
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 200})
  void lookUpThatManyEntriesHoldForAllocatesNothing(int entries) {
    Rules rules = new Rules();
    for (int i = 0; i < entries; i++) {
      rules.match(i % 2 == 0 ? "web:GET /r0/{id}" : "web:* /r0/**");
    }
    ResourceIndex<List<Integer>> index = rules.index();
    String[] paths = paths(1);
    lookUp(index, paths);
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    lookUp(index, paths);
    assertThat(threads.getThreadAllocatedBytes(thread) - before).isLessThan(CALLS / 10);
    assertThat(index.web("GET", "/r0/1", false)).hasSize(entries);
  }

  static ResourceIndex<List<Integer>> index(int entries) {
    Rules rules = new Rules();
    for (int i = 0; i < entries; i++) {
      switch (i % 5) {
        case 0 -> rules.match("web:GET /r" + i + "/{id}");
        case 1 -> rules.match("web:POST /r" + i + "/{id}/items");
        case 2 -> rules.match("web:* /r" + i + "/**");
        case 3 -> rules.match("web:GET /r" + (i - 3) + "/new-*");
        default -> rules.match("sql:shop SELECT t" + i);
      }
    }
    return rules.match("web:* /**").index();
  }

  /** Each with another value, as traffic has. */
  static String[] paths(int entries) {
    String[] paths = new String[PATHS];
    for (int i = 0; i < PATHS; i++) {
      paths[i] = "/r" + (i * 5 % (entries + 4) / 5 * 5) + '/' + (100_000 + i);
    }
    return paths;
  }

  static int lookUp(ResourceIndex<List<Integer>> index, String[] paths) {
    int judged = 0;
    for (int i = 0; i < CALLS; i++) {
      judged += index.web("GET", paths[i % PATHS], false) == null ? 0 : 1;
    }
    return judged;
  }
}
