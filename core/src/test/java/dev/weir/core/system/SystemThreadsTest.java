package dev.weir.core.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.EngineEvent;
import dev.weir.core.Outcome;
import dev.weir.core.Ticker;
import dev.weir.core.Waiting;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.OnBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Real threads. */
class SystemThreadsTest {

  private static final int THREADS = 8;

  private final AtomicLong nanos = new AtomicLong();
  private final ConcurrentLinkedQueue<EngineEvent> events = new ConcurrentLinkedQueue<>();

  private SystemSlot slot(SystemProbe probe, Ticker ticker) {
    SystemRule rule = new SystemRule(0.5, Double.NaN, 0);
    Entry entry = Entry.system(List.of(rule), OnBlock.DEFAULT);
    SlotContext context =
        new SlotContext(entry, null, ticker, ticker.nanos(), events::add, Waiting.ALLOWED);
    return (SystemSlot) new SystemSlotType(probe).slot(rule, context, null);
  }

  /** Is asked by one thread at a time, of a process that uses all it may. */
  private class Busy implements SystemProbe {
    final AtomicInteger inside = new AtomicInteger();
    final AtomicInteger most = new AtomicInteger();

    @Override
    public long cpuNanos() {
      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
      Thread.onSpinWait();
      inside.decrementAndGet();
      return nanos.get();
    }

    @Override
    public double allowedCpus() {
      return 1;
    }

    @Override
    public double loadAverage() {
      return Double.NaN;
    }
  }

  @Test
  void everyCallIsCountedAndOneThreadSamples() throws InterruptedException {
    Busy probe = new Busy();
    SystemSlot slot = slot(probe, nanos::get);
    AtomicLong refused = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int call = 0; call < 50_000; call++) {
                  long start = nanos.addAndGet(100_000);
                  if (slot.take(start) == Slot.REFUSED) {
                    refused.incrementAndGet();
                  } else {
                    slot.exit(0, start, nanos.get(), Outcome.RETURNED);
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(probe.most).hasValue(1);
    assertThat(slot.overload().inside()).isZero();
    assertThat(slot.overload().refusedCalls()).isEqualTo(refused.get()).isPositive();
    // Of each episode one thread tells the beginning, and one the end; the last goes on.
    long begun = events.stream().filter(e -> e.type() == EngineEvent.Type.SHEDDING_BEGUN).count();
    assertThat(begun).isPositive();
    assertThat(events.size() - begun).as("ended").isBetween(begun - 1, begun);
  }

  /** A file system may not answer: whoever asked it waits, and nobody else. */
  @Test
  void hangingSampleHoldsUpNoOtherCall() throws InterruptedException {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    SystemProbe probe =
        new Busy() {
          @Override
          public long cpuNanos() {
            hangs.countDown();
            boolean interrupted = false;
            while (goesOn.getCount() > 0) {
              try {
                goesOn.await();
              } catch (InterruptedException e) {
                interrupted = true; // the JDK reads files without being interrupted, too
              }
            }
            if (interrupted) {
              Thread.currentThread().interrupt();
            }
            return nanos.get();
          }
        };
    SystemSlot slot = slot(probe, nanos::get);
    Thread first = new Thread(() -> slot.take(nanos.get()));
    first.start();
    hangs.await();
    for (int call = 0; call < 1_000; call++) {
      long start = nanos.addAndGet(100_000_000);
      assertThat(slot.take(start)).isZero();
      slot.exit(0, start, nanos.get(), Outcome.RETURNED);
    }
    goesOn.countDown();
    first.join();
    assertThat(slot.overload().inside()).isEqualTo(1);
  }
}
