package dev.weir.benchmarks;

import com.alibaba.csp.sentinel.Entry;
import com.alibaba.csp.sentinel.SphU;
import com.alibaba.csp.sentinel.slots.block.BlockException;
import com.alibaba.csp.sentinel.slots.block.RuleConstant;
import com.alibaba.csp.sentinel.slots.block.flow.FlowRuleManager;
import dev.weir.core.EngineListener;
import dev.weir.core.Ticker;
import dev.weir.core.Waiting;
import dev.weir.core.chain.ReservingSlot;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.FlowSlotType;
import dev.weir.core.flow.Pacing;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.ResourcePattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How close paced calls come to their rate, in real time: threads call one after the other as soon
 * as they may. Columns:
 *
 * <ul>
 *   <li>achieved: calls in the time, of those that the rate allows
 *   <li>late: from the instant that a call was granted until its thread ran, p50 and p99; of
 *       Sentinel, which tells no instants, not known
 *   <li>needed: callers that it takes to keep the rate, rate x (p99 late + time of a call)
 *   <li>densest: most calls granted in any 100 ms, of those that the rate allows; by the instant,
 *       of Sentinel by when the call returned
 * </ul>
 *
 * <p>Virtual threads are used where the JDK has them. Arguments: seconds for each line, 2 without.
 */
public final class PacingReport {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long SLICE = SECOND / 10;
  private static final int[] RATES = {100, 1_000, 5_000, 20_000, 100_000};

  private PacingReport() {}

  /** One call after the other. */
  private interface Pacer {
    /** Waits for the next turn; when that was, or, if it does not say, 0. */
    long next();
  }

  public static void main(String[] arguments) throws Exception {
    long nanos = (arguments.length == 0 ? 2 : Long.parseLong(arguments[0])) * SECOND;
    System.out.printf(
        "JDK %s, %d processors%n",
        System.getProperty("java.version"), Runtime.getRuntime().availableProcessors());
    print("limiter", "rate", "threads", "achieved", "late p50", "p99", "needed", "densest 100 ms");
    ThreadFactory virtual = virtualThreads();
    for (int rate : RATES) {
      for (int threads : new int[] {8, 64}) {
        measure("Weir", weir(rate), rate, threads, Thread::new, "platform", nanos);
        if (virtual != null) {
          measure("Weir", weir(rate), rate, threads, virtual, "virtual", nanos);
        }
        measure("Sentinel", sentinel(rate), rate, threads, Thread::new, "platform", nanos);
      }
    }
    System.exit(0); // Sentinel keeps threads
  }

  /** Since JDK 21; the build is for 17. */
  private static @Nullable ThreadFactory virtualThreads() throws ReflectiveOperationException {
    if (Runtime.version().feature() < 21) {
      return null;
    }
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    return (ThreadFactory)
        Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
  }

  private static Pacer weir(int rate) {
    Pacing pacing = new Pacing(1, 10 * SECOND, Integer.MAX_VALUE);
    FlowRule rule = new FlowRule(null, null, new Rate(rate, SECOND), pacing, null, null, null);
    dev.weir.core.rules.Entry entry =
        new dev.weir.core.rules.Entry(
            "paced",
            null,
            List.of(ResourcePattern.parse("web:GET /orders")),
            List.of(),
            false,
            null,
            List.of(rule),
            OnBlock.DEFAULT);
    SlotContext context =
        new SlotContext(entry, null, Ticker.system(), 0, EngineListener.NONE, Waiting.ALLOWED);
    ReservingSlot slot =
        (ReservingSlot) Objects.requireNonNull(new FlowSlotType().slot(rule, context, null));
    return () -> {
      long arrival = System.nanoTime();
      long permit = slot.take(arrival);
      if (permit == Slot.REFUSED) {
        throw new IllegalStateException("refused");
      }
      long delay = slot.delayNanos(permit, arrival);
      if (delay > 0 && !slot.await(arrival + delay)) {
        throw new IllegalStateException("interrupted");
      }
      return arrival + delay;
    };
  }

  private static Pacer sentinel(int rate) {
    String resource = "paced-" + rate;
    FlowRuleManager.loadRules(
        List.of(
            new com.alibaba.csp.sentinel.slots.block.flow.FlowRule(resource)
                .setCount(rate)
                .setControlBehavior(RuleConstant.CONTROL_BEHAVIOR_RATE_LIMITER)
                .setMaxQueueingTimeMs(10_000)));
    return () -> {
      try {
        Entry entry = SphU.entry(resource);
        entry.exit();
      } catch (BlockException refused) {
        throw new IllegalStateException(refused);
      }
      return 0;
    };
  }

  private static void measure(
      String name,
      Pacer pacer,
      int rate,
      int threads,
      ThreadFactory factory,
      String kind,
      long nanos)
      throws InterruptedException {
    List<Caller> callers = new ArrayList<>();
    List<Thread> running = new ArrayList<>();
    CountDownLatch begin = new CountDownLatch(1);
    long start = System.nanoTime() + SECOND / 2;
    for (int i = 0; i < threads; i++) {
      Caller caller = new Caller(pacer, begin, start, start + nanos);
      Thread thread = factory.newThread(caller);
      thread.start();
      callers.add(caller);
      running.add(thread);
    }
    begin.countDown();
    for (Thread thread : running) {
      thread.join();
    }
    print(name + " " + kind, rate, threads, callers, nanos);
  }

  private static void print(String name, int rate, int threads, List<Caller> callers, long nanos) {
    long[] turns = callers.stream().flatMapToLong(Caller::turns).sorted().toArray();
    long[] late = callers.stream().flatMapToLong(Caller::late).sorted().toArray();
    long p99 = late.length == 0 ? 0 : late[(int) (late.length * 0.99)];
    double calls = turns.length / (rate * (double) nanos / SECOND);
    double perCall = callers.stream().mapToLong(each -> each.ownNanos).sum();
    double own = perCall / Math.max(1, turns.length);
    double needed = rate * (p99 + own) / SECOND;
    int densest = 0;
    for (int from = 0, to = 0; to < turns.length; to++) {
      while (turns[to] - turns[from] >= SLICE) {
        from++;
      }
      densest = Math.max(densest, to - from + 1);
    }
    print(
        name,
        rate + "/s",
        threads,
        String.format("%.4f", calls),
        late.length == 0 ? "" : micros(late[late.length / 2]),
        late.length == 0 ? "" : micros(p99),
        late.length == 0 ? "" : String.format("%.1f", needed),
        String.format("%.3f", densest / (rate / 10.0)));
  }

  private static String micros(long nanos) {
    return String.format("%.0f us", nanos / 1e3);
  }

  private static void print(Object... cells) {
    System.out.printf("%-18s %10s %8s %9s %10s %10s %8s %15s%n", cells);
  }

  /** Calls until the time is over, and notes those of the time. */
  private static final class Caller implements Runnable {
    private final Pacer pacer;
    private final CountDownLatch begin;
    private final long start;
    private final long end;
    private long[] turns = new long[1024];
    private long[] late = new long[1024];
    private int count;
    private boolean tells;

    /** Between a call's turn coming up and its next call, without the wait. */
    private long ownNanos;

    Caller(Pacer pacer, CountDownLatch begin, long start, long end) {
      this.pacer = pacer;
      this.begin = begin;
      this.start = start;
      this.end = end;
    }

    @Override
    public void run() {
      try {
        begin.await();
      } catch (InterruptedException e) {
        return;
      }
      for (; ; ) {
        long turn = pacer.next();
        long now = System.nanoTime();
        if (now - end >= 0) {
          return;
        }
        tells = turn != 0;
        note(tells ? turn : now, now);
        ownNanos += System.nanoTime() - now;
      }
    }

    private void note(long turn, long now) {
      if (turn - start < 0) {
        return;
      }
      if (count == turns.length) {
        turns = Arrays.copyOf(turns, 2 * count);
        late = Arrays.copyOf(late, 2 * count);
      }
      turns[count] = turn;
      late[count++] = now - turn;
    }

    java.util.stream.LongStream turns() {
      return Arrays.stream(turns, 0, count);
    }

    java.util.stream.LongStream late() {
      return tells ? Arrays.stream(late, 0, count) : java.util.stream.LongStream.empty();
    }
  }
}
