package dev.weir.agent.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class WeakIdentityMapTest {

  private final WeakIdentityMap<String> map = new WeakIdentityMap<>();

  /** As proxies do: hands both on to what it stands for. */
  private record Proxy(Object target) {
    @Override
    public boolean equals(Object other) {
      throw new AssertionError("asked for equality");
    }

    @Override
    public int hashCode() {
      throw new AssertionError("asked for its hash code");
    }
  }

  @Test
  void tellsEqualObjectsApart() {
    Object first = new Proxy("x");
    Object second = new Proxy("x");
    map.put(first, "first");

    assertThat(map.get(first)).isEqualTo("first");
    assertThat(map.get(second)).isNull();
  }

  @Test
  void replacesAndForgets() {
    Object key = new Object();
    map.put(key, "a");
    map.put(key, "b");

    assertThat(map.get(key)).isEqualTo("b");
    assertThat(map.size()).isEqualTo(1);

    map.remove(key);

    assertThat(map.get(key)).isNull();
    assertThat(map.size()).isZero();
  }

  @Test
  void keepsNoKeyAlive() {
    for (int i = 0; i < 10_000; i++) {
      map.put(new byte[100], "x");
    }

    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              System.gc();
              return map.size() == 0;
            });
  }

  @Test
  void findsWhatOtherThreadsPut() throws InterruptedException {
    int threads = 8;
    AtomicInteger wrong = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(threads);
    for (int t = 0; t < threads; t++) {
      String mine = "thread " + t;
      Thread thread =
          new Thread(
              () -> {
                List<Object> keys = new ArrayList<>();
                for (int i = 0; i < 5_000; i++) {
                  Object key = new Object();
                  keys.add(key);
                  map.put(key, mine);
                  if (!mine.equals(map.get(keys.get(i / 2)))) {
                    wrong.incrementAndGet();
                  }
                }
                done.countDown();
              });
      thread.start();
    }
    done.await();

    assertThat(wrong).hasValue(0);
  }
}
