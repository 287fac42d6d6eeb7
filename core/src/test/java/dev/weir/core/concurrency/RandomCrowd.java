package dev.weir.core.concurrency;

import dev.weir.core.EngineListener;
import dev.weir.core.Outcome;
import dev.weir.core.Parking;
import dev.weir.core.Rulebook;
import dev.weir.core.Ticker;
import dev.weir.core.Waiting;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Threads that call through one slot as fast as they can and end in every way: by return, by
 * exception, refused by another rule, asynchronously on another thread or never, interrupted, out
 * of time, killed while they wait.
 */
final class RandomCrowd {

  static final long HOLD_NANOS = 5_000_000;

  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final Map<Ending, LongAdder> counts = new EnumMap<>(Ending.class);
  private final List<Thread> threads = new ArrayList<>();
  private final long endNanos;
  private final long seed;
  private final boolean neverEnding;
  private volatile ConcurrencySlot slot;

  /** What became of calls. */
  enum Ending {
    RETURNED,
    THREW,
    UNDONE,
    DETACHED,
    NEVER_ENDED,
    INTERRUPTED,
    REFUSED,
    KILLED
  }

  /** Kills the thread of the scheduler's choice. */
  private static final class Death extends Error {
    private static final long serialVersionUID = 1;
  }

  /**
   * @param neverEnding whether some asynchronous calls never end, so that more run than are counted
   */
  RandomCrowd(ConcurrencyRule rule, long seed, long nanos, boolean neverEnding) {
    this.seed = seed;
    this.neverEnding = neverEnding;
    this.endNanos = System.nanoTime() + nanos;
    for (Ending ending : Ending.values()) {
      counts.put(ending, new LongAdder());
    }
    ConcurrencyLimiter limiter =
        new ConcurrencyLimiter(Ticker.system(), new DeadlyParking(), rule.limit());
    slot = new ConcurrencySlot(rule, context(), limiter);
  }

  private static SlotContext context() {
    return new SlotContext(
        Rulebook.entry("x", "method:a.B#c"),
        null,
        Ticker.system(),
        System.nanoTime(),
        EngineListener.NONE,
        Waiting.ALLOWED);
  }

  void reload(ConcurrencyRule rule) {
    slot =
        (ConcurrencySlot)
            Objects.requireNonNull(new ConcurrencySlotType().slot(rule, context(), slot));
  }

  ConcurrencySlot slot() {
    return slot;
  }

  /** The most calls that were in their bodies at once. */
  int most() {
    return most.get();
  }

  long count(Ending ending) {
    return of(ending).sum();
  }

  private LongAdder of(Ending ending) {
    return Objects.requireNonNull(counts.get(ending));
  }

  private boolean isOver() {
    return System.nanoTime() - endNanos >= 0;
  }

  /** Returns when all have ended; {@code meanwhile} is run on this thread again and again. */
  void run(int size, ThreadFactory factory, Runnable meanwhile) throws InterruptedException {
    for (int i = 0; i < size; i++) {
      Random random = new Random(seed * 1_000 + i);
      threads.add(factory.newThread(() -> callUntilTheEnd(random)));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    Random random = new Random(seed);
    while (!isOver()) {
      threads.get(random.nextInt(size)).interrupt();
      meanwhile.run();
      LockSupport.parkNanos(50_000);
    }
    for (Thread thread : threads) {
      thread.join(60_000);
      if (thread.isAlive()) {
        throw new AssertionError("a thread waits for ever; seed " + seed);
      }
    }
  }

  private void callUntilTheEnd(Random random) {
    while (!isOver()) {
      Ending ending;
      try {
        ending = call(random);
      } catch (Death death) {
        ending = Ending.KILLED;
      }
      of(ending).increment();
      Thread.interrupted(); // The flag is the application's; here the next call begins afresh.
    }
  }

  private Ending call(Random random) {
    ConcurrencySlot by = slot;
    long now = System.nanoTime();
    // Some come with most of their time spent, so that timeouts meet grants.
    long permit = by.take(now - (random.nextInt(4) == 0 ? random.nextInt(1_000_000) : 0));
    if (permit == Slot.REFUSED) {
      return Thread.currentThread().isInterrupted() ? Ending.INTERRUPTED : Ending.REFUSED;
    }
    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
    body(random);
    return switch (random.nextInt(neverEnding ? 64 : 8)) {
      case 0 -> {
        inside.decrementAndGet();
        by.undo(permit, now);
        yield Ending.UNDONE;
      }
      case 1 -> {
        long hold = by.detach(permit, now);
        inside.decrementAndGet();
        by.exit(hold, now, now, Outcome.GIVEN_UP);
        yield Ending.DETACHED;
      }
      case 2 -> {
        inside.decrementAndGet();
        by.exit(permit, now, now, Outcome.threw(new IllegalStateException(), null));
        yield Ending.THREW;
      }
      case 8 -> {
        inside.decrementAndGet();
        by.detach(permit, now);
        yield Ending.NEVER_ENDED;
      }
      default -> {
        inside.decrementAndGet();
        by.exit(permit, now, now, Outcome.RETURNED);
        yield Ending.RETURNED;
      }
    };
  }

  private static void body(Random random) {
    switch (random.nextInt(16)) {
      case 0 -> LockSupport.parkNanos(20_000);
      case 1, 2, 3 -> LockSupport.parkNanos(1); // lets another thread run
      default -> Thread.onSpinWait();
    }
  }

  /** Parks as usual, but now and then throws, before or after. */
  private static final class DeadlyParking implements Parking {

    private final AtomicLong parks = new AtomicLong();

    @Override
    public void park(Object reason, long nanos) {
      long park = parks.incrementAndGet();
      if (park % 61 == 0) {
        throw new Death();
      }
      Parking.ofThreads().park(reason, nanos);
      if (park % 53 == 0) {
        throw new Death();
      }
    }

    @Override
    public void unpark(@Nullable Thread thread) {
      Parking.ofThreads().unpark(thread);
    }
  }
}
