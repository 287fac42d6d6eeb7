package dev.weir.core.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Real threads. For each key it is counted outside the table how many calls are inside: never more
 * than one value may hold, whatever values the calls were admitted by, own and shared.
 */
class KeyTableThreadsTest {

  private static final int MAX = 2;
  private static final long RUN_NANOS = 700_000_000;

  /** A clock that is fast enough for turns of dropping to come all the time. */
  private static final Ticker FAST = () -> System.nanoTime() * 1_000_000;

  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final LongAdder admitted = new LongAdder();
  private final LongAdder beside = new LongAdder();
  private final AtomicInteger mostInside = new AtomicInteger();

  @ParameterizedTest
  @CsvSource({
    "8, 1, 1",
    "8, 3, 1",
    "8, 4, 2",
    "8, 50, 4",
    "8, 5000, 16",
    "64, 1, 1",
    "64, 4, 2",
    "64, 50, 4",
    "64, 5000, 16"
  })
  void noKeyHasMoreInsideThanOneValueAdmits(int threads, int keys, int maxKeys)
      throws InterruptedException {
    KeyTable<Turnstile> table =
        new KeyTable<>(FAST, new Turnstile.Rule(MAX, maxKeys, new AtomicInteger()));
    AtomicIntegerArray inside = new AtomicIntegerArray(keys);
    List<Thread> all = new ArrayList<>();
    long end = System.nanoTime() + RUN_NANOS;
    for (int i = 0; i < threads; i++) {
      SplittableRandom random = new SplittableRandom(i);
      Thread thread =
          new Thread(
              () -> {
                try {
                  // On a loaded machine a thread may begin when the time is over.
                  do {
                    call(table, random, random.nextInt(keys), inside);
                  } while (System.nanoTime() - end < 0 && failure.get() == null);
                } catch (Throwable thrown) {
                  failure.compareAndSet(null, thrown);
                }
              });
      thread.start();
      all.add(thread);
    }
    for (int change = 0; System.nanoTime() - end < 0; change++) {
      int room = change % 4 == 0 ? Math.max(1, maxKeys / 2) : maxKeys;
      table.change(new Turnstile.Rule(MAX, room, new AtomicInteger()));
      Thread.sleep(1);
    }
    for (Thread thread : all) {
      thread.join();
    }
    assertThat(failure.get()).isNull();
    assertThat(mostInside.get()).isBetween(1, MAX);
    assertThat(admitted.sum()).isPositive();
    assertThat(table.taken()).isEqualTo(table.size()).isLessThanOrEqualTo(maxKeys);
    if (keys > maxKeys) {
      assertThat(table.overflowed()).isPositive();
    }
  }

  private void call(
      KeyTable<Turnstile> table, SplittableRandom random, int key, AtomicIntegerArray inside) {
    long now = FAST.nanos();
    // Now and then the pin is held until the call ends.
    boolean longPin = random.nextInt(4) == 0;
    KeyNode<Turnstile> node = table.pin("key " + key, now);
    KeyNode<Turnstile> shared = table.beside(node, now);
    Turnstile own = node.value();
    Turnstile also = shared == null ? null : shared.value();
    boolean entered = own.enter();
    if (entered && also != null && !also.enter()) {
      own.leave();
      entered = false;
    }
    if (!longPin) {
      unpin(node, shared);
    }
    if (entered) {
      int seen = inside.incrementAndGet(key);
      mostInside.accumulateAndGet(seen, Math::max);
      admitted.increment();
      if (random.nextInt(8) == 0) {
        LockSupport.parkNanos(1);
      }
      if (node.cell == KeyNode.OWN) {
        checkThatItIsStillTheOnly(node, table);
      }
      inside.decrementAndGet(key);
      own.leave();
      if (also != null) {
        also.leave();
        beside.increment();
      }
    }
    if (longPin) {
      unpin(node, shared);
    }
  }

  /** With a call inside, pinned or not, a key's node is never dropped. */
  private static void checkThatItIsStillTheOnly(
      KeyNode<Turnstile> node, KeyTable<Turnstile> table) {
    KeyNode<Turnstile> now = table.pin(node.key, FAST.nanos());
    if (now != node || !now.value().isOfOneCountWith(node.value())) {
      throw new AssertionError(node.key + " has two values");
    }
    now.unpin();
  }

  private static void unpin(KeyNode<Turnstile> node, @Nullable KeyNode<Turnstile> shared) {
    node.unpin();
    if (shared != null) {
      shared.unpin();
    }
  }
}
