package dev.weir.core.breaker;

import static dev.weir.core.breaker.RuleBuilder.MILLI;
import static dev.weir.core.breaker.RuleBuilder.SECOND;
import static dev.weir.core.breaker.RuleBuilder.breaker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.EngineEvent;
import dev.weir.core.FakeTicker;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Ticker;
import dev.weir.core.Waiting;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real threads. */
class BreakerThreadsTest {

  private static final int THREADS = 8;
  private static final Outcome FAILED = Outcome.threw(new IllegalStateException(), null);

  private final Queue<EngineEvent> events = new ConcurrentLinkedQueue<>();

  private SlotContext context(Ticker ticker) {
    return new SlotContext(
        Rulebook.entry("x", "web:GET /x"),
        null,
        ticker,
        ticker.nanos(),
        events::add,
        Waiting.ALLOWED);
  }

  /** What each of the threads does once, or again and again, beginning together. */
  private interface Part {
    void run(int thread) throws Exception;
  }

  private static void together(int threads, Part part) throws InterruptedException {
    CyclicBarrier start = new CyclicBarrier(threads);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      Thread thread =
          new Thread(
              () -> {
                try {
                  start.await();
                  part.run(number);
                } catch (Throwable thrown) {
                  failure.set(thrown);
                }
              });
      thread.start();
      running.add(thread);
    }
    for (Thread thread : running) {
      thread.join();
    }
    assertThat(failure.get()).isNull();
  }

  private long count(EngineEvent.Type type) {
    return events.stream().filter(event -> event.type() == type).count();
  }

  /** resilience4j#1432, #343. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void openToHalfOpenRaceAdmitsExactlyTheProbesAndEachTransitionIsToldOnce(int probes)
      throws InterruptedException {
    FakeTicker ticker = new FakeTicker();
    BreakerRule rule = breaker().errorCount(1).probes(probes).rule();
    int rounds = 1_500;
    BreakerSlot slot = new BreakerSlot(rule, context(ticker));
    slot.exit(slot.take(0), 0, 0, FAILED);
    CyclicBarrier round = new CyclicBarrier(THREADS);
    AtomicInteger admitted = new AtomicInteger();
    AtomicInteger wrong = new AtomicInteger();
    together(
        THREADS,
        thread -> {
          for (int i = 0; i < rounds; i++) {
            if (thread == 0) {
              ticker.advance(30 * SECOND);
              admitted.set(0);
            }
            round.await();
            long now = ticker.nanos();
            long permit = slot.isFull(now) ? Slot.REFUSED : slot.take(now);
            if (permit != Slot.REFUSED) {
              admitted.incrementAndGet();
            }
            round.await();
            if (thread == 0 && admitted.get() != probes) {
              wrong.incrementAndGet();
            }
            if (permit != Slot.REFUSED) {
              slot.exit(permit, now, now, FAILED);
            }
            round.await();
          }
        });
    assertThat(wrong).as("trials with another number of probes").hasValue(0);
    assertThat(count(EngineEvent.Type.BREAKER_HALF_OPEN)).isEqualTo(rounds);
    assertThat(count(EngineEvent.Type.BREAKER_OPENED)).isEqualTo(rounds + 1);
    assertThat(slot.snapshot(ticker.nanos()).failedTrials()).isEqualTo(rounds);
  }

  @Test
  void lastOfManyProbesClosesOnceAndCallsThatFailTogetherOpenOnce() throws InterruptedException {
    FakeTicker ticker = new FakeTicker();
    BreakerRule rule = breaker().errorCount(THREADS / 2).probes(THREADS).rule();
    BreakerSlot slot = new BreakerSlot(rule, context(ticker));
    CyclicBarrier round = new CyclicBarrier(THREADS);
    int rounds = 1_500;
    together(
        THREADS,
        thread -> {
          for (int i = 0; i < rounds; i++) {
            if (thread == 0) {
              ticker.advance(30 * SECOND);
            }
            round.await();
            long now = ticker.nanos();
            long permit = slot.take(now);
            round.await();
            slot.exit(permit, now, now, i % 2 == 0 ? FAILED : Outcome.RETURNED);
            round.await();
          }
        });
    assertThat(count(EngineEvent.Type.BREAKER_OPENED)).isEqualTo(rounds / 2);
    assertThat(count(EngineEvent.Type.BREAKER_HALF_OPEN)).isEqualTo(rounds / 2);
    assertThat(count(EngineEvent.Type.BREAKER_CLOSED)).isEqualTo(rounds / 2);
    assertThat(slot.snapshot(ticker.nanos()).state()).isEqualTo("closed");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 32})
  void noCallIsLostOrCountedTwiceWhileTheWindowTurnsAndIsReplaced(int threads)
      throws InterruptedException {
    SlotContext context = context(Ticker.system());
    BreakerRule[] rules = {
      breaker().slow(SECOND, 1).minCalls(Integer.MAX_VALUE).window(8 * SECOND).rule(),
      breaker().slow(2 * SECOND, 1).minCalls(Integer.MAX_VALUE).window(12 * SECOND).rule()
    };
    Current current = new Current(new BreakerSlot(rules[0], context));
    AtomicLong made = new AtomicLong();
    AtomicLong failed = new AtomicLong();
    together(
        threads + 1,
        thread -> {
          long end = System.nanoTime() + 300 * MILLI;
          if (thread == threads) {
            for (int i = 1; System.nanoTime() - end < 0; i++) {
              current.slot = new BreakerSlot(rules[i % 2], context, current.slot);
              LockSupport.parkNanos(10_000);
            }
            return;
          }
          long own = 0;
          // As many as one bucket can hold, into which they may all come.
          for (; own < 1_500_000 / threads && System.nanoTime() - end < 0; own++) {
            BreakerSlot slot = current.slot;
            long start = System.nanoTime();
            slot.exit(
                slot.take(start),
                start,
                System.nanoTime(),
                own % 3 == 0 ? FAILED : Outcome.RETURNED);
          }
          made.addAndGet(own);
          failed.addAndGet((own + 2) / 3);
        });
    BreakerSnapshot snapshot = current.slot.snapshot(System.nanoTime());
    assertThat(snapshot.calls()).isEqualTo(made.get());
    assertThat(snapshot.errors()).isEqualTo(failed.get());
    assertThat(snapshot.overdue()).isZero();
    assertThat(current.slot.snapshot(System.nanoTime() + 3 * SECOND).overdue())
        .as("calls inside")
        .isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16})
  void transitionsOnTheRealClockAreToldOnceEachAndNeverGetStuck(int threads)
      throws InterruptedException {
    BreakerRule rule =
        breaker()
            .errorRatio(0.5)
            .slow(MILLI, 0.5)
            .window(MILLI)
            .openFor(50_000)
            .probes(3)
            .ramp(50_000)
            .rule();
    BreakerSlot slot = new BreakerSlot(rule, context(Ticker.system()));
    together(
        threads,
        thread -> {
          SplittableRandom random = new SplittableRandom(thread);
          long end = System.nanoTime() + 400 * MILLI;
          while (System.nanoTime() - end < 0) {
            long start = System.nanoTime();
            long permit = slot.isFull(start) ? Slot.REFUSED : slot.take(start);
            int kind = random.nextInt(10);
            if (permit == Slot.REFUSED || kind == 0) { // Lost, for ever.
              continue;
            }
            if (kind == 1) {
              slot.undo(permit, start);
            } else {
              Outcome outcome = kind == 2 ? Outcome.GIVEN_UP : kind < 6 ? FAILED : Outcome.RETURNED;
              slot.exit(permit, start, System.nanoTime(), outcome);
            }
          }
        });
    long opened = count(EngineEvent.Type.BREAKER_OPENED);
    long halfOpen = count(EngineEvent.Type.BREAKER_HALF_OPEN);
    long closed = count(EngineEvent.Type.BREAKER_CLOSED);
    assertThat(opened).isGreaterThan(10);
    // Each trial is preceded by an opening, and ends by one or by closing.
    assertThat(opened - halfOpen).isBetween(0L, 1L);
    assertThat(closed).isLessThanOrEqualTo(halfOpen);
    long later = System.nanoTime() + SECOND;
    for (int i = 0; i < 10 && !slot.snapshot(later).state().equals("closed"); i++) {
      long permit = slot.take(later);
      if (permit != Slot.REFUSED) {
        slot.exit(permit, later, later, Outcome.RETURNED);
      }
      later += 100_000;
    }
    assertThat(slot.snapshot(later).state()).isEqualTo("closed");
  }

  /** The slot in force. */
  private static final class Current {
    volatile BreakerSlot slot;

    Current(BreakerSlot slot) {
      this.slot = slot;
    }
  }
}
