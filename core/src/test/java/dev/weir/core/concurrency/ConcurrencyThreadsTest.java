package dev.weir.core.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.EngineListener;
import dev.weir.core.Outcome;
import dev.weir.core.Parking;
import dev.weir.core.Rulebook;
import dev.weir.core.Ticker;
import dev.weir.core.Waiting;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.concurrency.RandomCrowd.Ending;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real threads on the real clock. */
@Timeout(120)
class ConcurrencyThreadsTest {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final int MAX = 3;

  private static ConcurrencyRule rule(int max, long maxWaitNanos, int maxWaiting) {
    return new ConcurrencyRule(
        null, null, max, maxWaitNanos, maxWaiting, RandomCrowd.HOLD_NANOS, null);
  }

  private static ConcurrencySlot slot(ConcurrencyRule rule) {
    SlotContext context =
        new SlotContext(
            Rulebook.entry("x", "method:a.B#c"),
            null,
            Ticker.system(),
            System.nanoTime(),
            EngineListener.NONE,
            Waiting.ALLOWED);
    return new ConcurrencySlot(
        rule, context, new ConcurrencyLimiter(Ticker.system(), Parking.ofThreads(), rule.limit()));
  }

  private static void assertNobodyIsLeft(RandomCrowd crowd) {
    ConcurrencySnapshot end = crowd.slot().snapshot();
    assertThat(end.inside()).as("inside").isZero();
    assertThat(end.waiting()).as("waiting").isZero();
    assertThat(end.held()).as("held").isZero();
  }

  private static void assertEveryEndingHappened(RandomCrowd crowd) {
    for (Ending ending : Ending.values()) {
      if (ending != Ending.NEVER_ENDED) {
        assertThat(crowd.count(ending)).as("%s", ending).isPositive();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 64})
  void neverMoreThanMaxAreInsideAndNobodyIsLeft(int threads) throws InterruptedException {
    RandomCrowd crowd = new RandomCrowd(rule(MAX, MILLI, threads), threads, SECOND, false);
    crowd.run(threads, Thread::new, () -> {});
    assertThat(crowd.most()).isEqualTo(MAX);
    assertEveryEndingHappened(crowd);
    assertNobodyIsLeft(crowd);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 64})
  void virtualThreadsToo(int threads) throws InterruptedException {
    RandomCrowd crowd = new RandomCrowd(rule(MAX, MILLI, threads), threads, SECOND, false);
    crowd.run(threads, VirtualThreads.factory(), () -> {});
    assertThat(crowd.most()).isEqualTo(MAX);
    assertNobodyIsLeft(crowd);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 64})
  void neverMoreThanTheLargestMaxAreInsideWhileItIsChanged(int threads)
      throws InterruptedException {
    RandomCrowd crowd = new RandomCrowd(rule(MAX, MILLI, threads / 2), threads, SECOND, false);
    AtomicInteger reloads = new AtomicInteger();
    crowd.run(
        threads,
        Thread::new,
        () -> crowd.reload(rule(reloads.incrementAndGet() % (MAX + 1), MILLI, threads / 2)));
    assertThat(crowd.most()).isBetween(1, MAX);
    assertNobodyIsLeft(crowd);
  }

  private static ConcurrencyRule adaptive(int min, int max) {
    return new ConcurrencyRule(
        null, null, new Limit.Adaptive(min, max), 0, 8, RandomCrowd.HOLD_NANOS, null);
  }

  /** The limit is changed by calls and by reloads at once, to a fixed one and back, too. */
  @ParameterizedTest
  @ValueSource(ints = {8, 64})
  void neverMoreThanTheLargestMaxAreInsideWhileItAdaptsAndIsEdited(int threads)
      throws InterruptedException {
    RandomCrowd crowd = new RandomCrowd(adaptive(1, MAX), threads, 2 * SECOND, false);
    AtomicInteger reloads = new AtomicInteger();
    crowd.run(
        threads,
        Thread::new,
        () -> {
          int reload = reloads.incrementAndGet();
          if (reload % 2_500 == 0) {
            crowd.reload(reload % 7_500 == 0 ? rule(1, 0, 8) : adaptive(1, 1 + reload % MAX));
          }
        });
    assertThat(crowd.most()).isBetween(1, MAX);
    assertNobodyIsLeft(crowd);
    ConcurrencySlot slot = crowd.slot();
    for (int i = 0; i < slot.snapshot().max(); i++) {
      assertThat(slot.take(System.nanoTime())).as("each permit is there once").isZero();
    }
    assertThat(slot.take(System.nanoTime())).isEqualTo(Slot.REFUSED);
  }

  @Test
  void windowCountsEverySampleOfManyThreads() throws InterruptedException {
    SampleWindow window = new SampleWindow(0, 1, 0, 1_000);
    List<Thread> threads = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      int number = i;
      threads.add(
          new Thread(
              () -> {
                for (int call = 0; call < 50_000; call++) {
                  window.saw(number);
                  window.add(number * 100L, Outcome.RETURNED);
                  window.add(1, Outcome.status(503));
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(window.samples()).isEqualTo(200_000);
    assertThat(window.overloads()).isEqualTo(200_000);
    assertThat(window.meanNanos()).isEqualTo(250.0);
    assertThat(window.peak()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 64})
  void callsThatNeverEndAreFreedOnce(int threads) throws InterruptedException {
    RandomCrowd crowd = new RandomCrowd(rule(MAX, MILLI, threads), threads, SECOND, true);
    crowd.run(threads, Thread::new, () -> {});
    // Those still held: when the limit is full again they will be freed.
    ConcurrencySnapshot end = crowd.slot().snapshot();
    assertThat(end.expiredHolds() + end.held()).isEqualTo(crowd.count(Ending.NEVER_ENDED));
    assertThat(end.expiredHolds()).isPositive();
    assertThat(end.inside()).isEqualTo(end.held());
    assertThat(end.waiting()).isZero();
    assertThat(crowd.most()).isEqualTo(MAX);
  }

  @Test
  void aHoldThatEndsWhileItExpiresIsFreedOnce() throws InterruptedException {
    Permits permits = new Permits(1_000, Parking.ofThreads());
    Holds holds = new Holds(0);
    for (int round = 0; round < 200; round++) {
      List<Long> begun = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        assertThat(permits.take()).isTrue();
        begun.add(holds.begin(0));
      }
      AtomicLong ended = new AtomicLong();
      AtomicLong expired = new AtomicLong();
      Thread ender =
          new Thread(
              () -> {
                for (long hold : begun) {
                  if (holds.end(hold)) {
                    permits.release();
                    ended.incrementAndGet();
                  }
                }
              });
      ender.start();
      holds.expire(10, 10, permits, (heldNanos, now) -> expired.incrementAndGet());
      ender.join();
      assertThat(ended.get() + expired.get()).isEqualTo(1_000);
      assertThat(permits.inside()).isZero();
    }
  }

  static List<ThreadFactory> factories() {
    return List.of(Thread::new, VirtualThreads.factory());
  }

  @ParameterizedTest
  @MethodSource("factories")
  void waitersAreServedInTheOrderInWhichTheyCame(ThreadFactory factory)
      throws InterruptedException {
    int waiters = 32;
    ConcurrencySlot slot = slot(rule(1, 60 * SECOND, waiters));
    slot.take(System.nanoTime());
    ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < waiters; i++) {
      int number = i;
      Thread thread =
          factory.newThread(
              () -> {
                long permit = slot.take(System.nanoTime());
                order.add(permit == ConcurrencyLimiter.WAITED ? number : -1);
                slot.exit(permit, 0, 0, Outcome.RETURNED);
              });
      thread.start();
      threads.add(thread);
      while (slot.snapshot().waiting() <= i || slot.limiter().places() <= i) {
        Thread.onSpinWait();
      }
    }
    slot.exit(0, 0, 0, Outcome.RETURNED);
    for (Thread thread : threads) {
      thread.join();
    }
    List<Integer> inOrder = new ArrayList<>();
    for (int i = 0; i < waiters; i++) {
      inOrder.add(i);
    }
    assertThat(order).containsExactlyElementsOf(inOrder);
    assertThat(slot.snapshot().inside()).isZero();
  }

  @Test
  void noLockIsHeldWhileWaiting() throws InterruptedException {
    ConcurrencySlot slot = slot(rule(1, 60 * SECOND, 9));
    slot.take(System.nanoTime());
    Thread waiter = new Thread(() -> slot.take(System.nanoTime()));
    waiter.start();
    while (waiter.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    ThreadInfo seen =
        ManagementFactory.getThreadMXBean()
            .getThreadInfo(new long[] {waiter.getId()}, true, true)[0];
    assertThat(seen.getLockedMonitors()).isEmpty();
    assertThat(seen.getLockedSynchronizers()).isEmpty();
    assertThat(seen.getLockInfo().getClassName())
        .as("what a thread dump shows it to wait for")
        .isEqualTo(ConcurrencyLimiter.class.getName());
    waiter.interrupt();
    waiter.join();
    assertThat(slot.snapshot().waiting()).isZero();
  }

  /** More wait than there are carriers: were one pinned, the call inside could not go on. */
  @Test
  void callsThatWaitOnVirtualThreadsLeaveTheirCarriersToOthers() throws InterruptedException {
    int waiters = 8 * Runtime.getRuntime().availableProcessors();
    ConcurrencySlot slot = slot(rule(1, 60 * SECOND, waiters));
    ThreadFactory factory = VirtualThreads.factory();
    CountDownLatch taken = new CountDownLatch(1);
    CountDownLatch allWait = new CountDownLatch(1);
    Thread inside =
        factory.newThread(
            () -> {
              slot.take(System.nanoTime());
              taken.countDown();
              awaitLatch(allWait);
              slot.exit(0, 0, 0, Outcome.RETURNED);
            });
    inside.start();
    awaitLatch(taken);
    AtomicInteger served = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < waiters; i++) {
      threads.add(
          factory.newThread(
              () -> {
                if (slot.take(System.nanoTime()) != Slot.REFUSED) {
                  served.incrementAndGet();
                  slot.exit(1, 0, 0, Outcome.RETURNED);
                }
              }));
      threads.get(i).start();
    }
    while (slot.snapshot().waiting() < waiters) {
      Thread.onSpinWait();
    }
    allWait.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(served).hasValue(waiters);
    assertThat(slot.snapshot().inside()).isZero();
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
