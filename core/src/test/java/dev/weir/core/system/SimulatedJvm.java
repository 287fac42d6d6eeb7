package dev.weir.core.system;

import dev.weir.core.EngineEvent;
import dev.weir.core.FakeTicker;
import dev.weir.core.Mode;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Waiting;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.Entry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A JVM that serves calls of some CPU each, first come first served, with the slot under test
 * before it, in steps of simulated time. CPU time is told as Linux tells it, in ticks of 10 ms.
 */
final class SimulatedJvm implements SystemProbe {

  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000_000_000;
  private static final long STEP = 5 * MILLI;
  private static final long TICK = 10 * MILLI;

  final FakeTicker ticker = new FakeTicker(1_000 * SECOND);
  final List<EngineEvent> events = new ArrayList<>();
  final SystemSlot slot;
  private final SystemRule rule;
  private final Random random;
  private final double allowedCpus;
  private final boolean observed;

  /** What the machine can do at most; a quota is this, too. */
  private final double capacity;

  /** Calls are taken from the line of connections by so many threads. */
  private final int workers;

  private final ArrayDeque<Call> inside = new ArrayDeque<>();
  private double background;
  private double cpuNanos;
  private double arriving;
  private int connections;
  private long completed;
  private double usedBySlice;

  SimulatedJvm(
      long seed, SystemRule rule, double allowedCpus, double capacity, int workers, Mode mode) {
    this.rule = rule;
    this.random = new Random(seed);
    this.allowedCpus = allowedCpus;
    this.capacity = capacity;
    this.workers = workers;
    Entry entry = Rulebook.entry("system", "web:* /**", rule);
    this.observed = mode == Mode.OBSERVE;
    Waiting waiting = observed ? Waiting.NEVER : Waiting.ALLOWED;
    SlotContext context =
        new SlotContext(entry, null, ticker, ticker.nanos(), events::add, waiting);
    this.slot = (SystemSlot) new SystemSlotType(this).slot(rule, context, null);
  }

  /** CPUs that something else in the JVM uses. */
  void background(double cpus) {
    background = cpus;
  }

  /** Lets time pass with so many calls a second of so much CPU each, on average. */
  void run(long nanos, double callsPerSecond, long cpuOfCall, boolean regular) {
    long end = ticker.nanos() + nanos;
    while (ticker.nanos() < end) {
      Shedding before = slot.overload().latest();
      arrive(callsPerSecond * STEP / SECOND, cpuOfCall, regular);
      ticker.advance(STEP);
      work();
      check(before, slot.overload().latest());
    }
  }

  /** What holds at every sample, whatever happens. */
  private void check(Shedding before, Shedding now) {
    if (!(now.share() >= 0 && now.share() <= 1 - ShareController.LEAST)) {
      throw new AssertionError("a share of " + now.share());
    }
    boolean above =
        (rule.hasCpu() && now.usedCpus() / allowedCpus > rule.cpu())
            || (rule.hasLatency() && now.latencyNanos() > rule.latencyNanos());
    if (!above && now.share() > before.share()) {
      throw new AssertionError("not above the target, and yet more is refused: " + before + now);
    }
  }

  private void arrive(double calls, long cpuOfCall, boolean regular) {
    arriving += regular ? calls : poisson(calls);
    while (arriving >= 1) {
      arriving--;
      connections = Math.min(connections + 1, 10 * workers);
    }
    while (connections > 0 && inside.size() < workers) {
      connections--;
      boolean refused = slot.take(ticker.nanos()) == Slot.REFUSED;
      if (!refused || observed) {
        double cost = regular ? cpuOfCall : cpuOfCall * (0.5 + random.nextDouble());
        inside.addLast(new Call(ticker.nanos(), cost, refused));
      }
    }
  }

  private int poisson(double mean) {
    double limit = Math.exp(-mean);
    int count = -1;
    for (double product = 1; product > limit || count < 0; product *= random.nextDouble()) {
      count++;
    }
    return count;
  }

  private void work() {
    double budget = capacity * STEP;
    double ofBackground = Math.min(budget, background * STEP);
    budget -= ofBackground;
    double used = ofBackground;
    while (budget > 0 && !inside.isEmpty()) {
      Call first = inside.peekFirst();
      double part = Math.min(budget, first.left);
      first.left -= part;
      budget -= part;
      used += part;
      if (first.left <= 0) {
        inside.removeFirst();
        completed++;
        if (!first.refused) {
          slot.exit(0, first.start, ticker.nanos(), Outcome.RETURNED);
        }
      }
    }
    cpuNanos += used;
    usedBySlice += used;
  }

  /** Share of the allowed CPUs used since the last time it was asked for. */
  double usedSince(long nanos) {
    double share = usedBySlice / nanos / allowedCpus;
    usedBySlice = 0;
    return share;
  }

  double share() {
    return slot.overload().latest().share();
  }

  long completed() {
    return completed;
  }

  @Override
  public long cpuNanos() {
    return ((long) (cpuNanos / TICK)) * TICK;
  }

  @Override
  public double allowedCpus() {
    return allowedCpus;
  }

  @Override
  public double loadAverage() {
    return Double.NaN;
  }

  private static final class Call {
    final long start;
    final boolean refused;
    double left;

    Call(long start, double left, boolean refused) {
      this.start = start;
      this.left = left;
      this.refused = refused;
    }
  }
}
