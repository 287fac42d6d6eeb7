package dev.weir.core.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.EngineListener;
import dev.weir.core.Rulebook;
import dev.weir.core.Ticker;
import dev.weir.core.Waiting;
import dev.weir.core.chain.ReservingSlot;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paced calls in real threads and real time. */
class PacerThreadsTest {

  private static final long SECOND = 1_000_000_000;
  private static final int CALLS = 300;

  private final ConcurrentLinkedQueue<Long> instants = new ConcurrentLinkedQueue<>();
  private final AtomicInteger early = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger interrupted = new AtomicInteger();

  private static ReservingSlot slot(Rate rate, Pacing pacing) {
    FlowRule rule = new FlowRule(null, null, rate, pacing, null, null, null);
    SlotContext context =
        new SlotContext(
            Rulebook.entry("a", "web:GET /a"),
            null,
            Ticker.system(),
            0,
            EngineListener.NONE,
            Waiting.ALLOWED);
    return (ReservingSlot) Objects.requireNonNull(new FlowSlotType().slot(rule, context, null));
  }

  /** One call after the other; some threads are interrupted now and then. */
  private void call(ReservingSlot slot, int calls, boolean interrupts) {
    for (int i = 0; i < calls; i++) {
      long arrival = System.nanoTime();
      long permit = slot.take(arrival);
      if (permit == Slot.REFUSED) {
        refused.incrementAndGet();
        continue;
      }
      long delay = slot.delayNanos(permit, arrival);
      if (interrupts && i % 7 == 3) {
        Thread.currentThread().interrupt();
      }
      if (delay > 0 && !slot.await(arrival + delay)) {
        slot.undo(permit, arrival);
        interrupted.incrementAndGet();
        Thread.interrupted();
        continue;
      }
      Thread.interrupted();
      early.addAndGet(System.nanoTime() - (arrival + delay) < 0 ? 1 : 0);
      instants.add(arrival + delay);
    }
  }

  private void run(ReservingSlot slot, int threads, int callsEach, boolean interrupts)
      throws InterruptedException {
    CountDownLatch begin = new CountDownLatch(1);
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread caller =
          new Thread(
              () -> {
                try {
                  begin.await();
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
                call(slot, callsEach, interrupts);
              });
      caller.start();
      callers.add(caller);
    }
    begin.countDown();
    for (Thread caller : callers) {
      caller.join();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 64})
  void instantsAreAsFarApartAsTheRateSaysAndNoCallGoesBeforeItsOwn(int threads)
      throws InterruptedException {
    Rate rate = new Rate(3_000, SECOND);
    ReservingSlot slot = slot(rate, new Pacing(1, 10 * SECOND, Integer.MAX_VALUE));
    run(slot, threads, CALLS / threads + 1, false);
    List<Long> sorted = new ArrayList<>(instants);
    Collections.sort(sorted);
    assertThat(sorted).hasSize(threads * (CALLS / threads + 1));
    for (int i = 1; i < sorted.size(); i++) {
      assertThat(sorted.get(i) - sorted.get(i - 1)).isGreaterThanOrEqualTo(rate.spacingNanos());
    }
    assertThat(early).hasValue(0);
    assertThat(refused).hasValue(0);
    assertThat(slot.state(System.nanoTime())).containsEntry("waiting", 0L);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 64})
  void noMoreInstantsThanTheBucketHoldsWhereCallsAreInterruptedAndRefused(int threads)
      throws InterruptedException {
    Rate rate = new Rate(20_000, SECOND);
    ReservingSlot slot = slot(rate, new Pacing(10, SECOND / 100, 4));
    run(slot, threads, 4_000 / threads, true);
    List<Long> sorted = new ArrayList<>(instants);
    Collections.sort(sorted);
    for (int i = 10; i < sorted.size(); i++) {
      assertThat(sorted.get(i) - sorted.get(i - 10)).isGreaterThanOrEqualTo(rate.spacingNanos());
    }
    assertThat(early).hasValue(0);
    assertThat(instants.size() + refused.get() + interrupted.get())
        .isEqualTo(4_000 / threads * threads);
  }
}
