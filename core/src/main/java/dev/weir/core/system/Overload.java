package dev.weir.core.system;

import dev.weir.core.EngineEvent;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.DurationText;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * How much the JVM has to do, and which calls it refuses for that; across reloads. Thread-safe: no
 * call waits for another.
 *
 * <p>There is no thread: the first call to begin or end when a sample is due takes it, while others
 * go by the last one. Should that call hang (in a file system that does not answer), the sample of
 * the others grows old, and counts for nothing soon. So where no calls are, no samples are: an idle
 * JVM refuses none.
 */
final class Overload {

  static final long SAMPLE_NANOS = 200_000_000;

  /** After which nothing follows from what was measured before. */
  private static final double GAP_SECONDS = 3;

  private final LongAdder admitted = new LongAdder();
  private final LongAdder completed = new LongAdder();
  private final LongAdder rtNanos = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final EvenRefusals evenly = new EvenRefusals();
  private final Episode episode = new Episode();
  private final AtomicLong due;
  private final AtomicBoolean sampling = new AtomicBoolean();
  private volatile Shedding latest;
  private volatile Limits limits;

  // Of the thread that samples:
  private final Readings readings;
  private final InboundWindow window = new InboundWindow();
  private final BestThroughput best = new BestThroughput();

  Overload(SystemRule rule, SlotContext context, SystemProbe probe) {
    long now = context.ticker().nanos();
    this.limits = new Limits(rule, context);
    this.latest = Shedding.none(now);
    this.due = new AtomicLong(now);
    this.readings = new Readings(probe, now);
  }

  /** Another rule from now on. */
  void change(SystemRule rule, SlotContext context) {
    limits = limits.next(rule, context);
  }

  /** Whether this call is refused. One that is not must end, by one of the following. */
  boolean refuses(long now) {
    sampleIfDue(now);
    Shedding current = latest;
    if (current.refusesNothing() || current.isStale(now) || !refuses(current)) {
      admitted.increment();
      return false;
    }
    refused.increment();
    if (episode.begins(now, refused.sum())) {
      Limits by = limits;
      String begins = by.isObserved() ? "would refuse" : "refuses";
      String text = begins + " inbound calls: " + refusal().message();
      by.tell(EngineEvent.Type.SHEDDING_BEGUN, text, now);
    }
    return true;
  }

  private boolean refuses(Shedding current) {
    return isCrowded(current) || (current.step() > 0 && evenly.refuses(current.step()));
  }

  /** Whether there are as many calls inside as may be at this load. */
  private boolean isCrowded(Shedding current) {
    return current.mostInside() != Integer.MAX_VALUE && inside() >= current.mostInside();
  }

  /** The call was refused elsewhere. */
  void undo() {
    admitted.decrement();
  }

  /** The call has ended after {@code nanos}. */
  void completed(long now, long nanos) {
    completed.increment();
    rtNanos.add(nanos);
    sampleIfDue(now);
  }

  /** Calls that have not ended. Not exact while others come and go. */
  long inside() {
    long ended = completed.sum();
    return Math.max(0, admitted.sum() - ended);
  }

  Shedding latest() {
    return latest;
  }

  long refusedCalls() {
    return refused.sum();
  }

  long failedReadings() {
    return readings.failures();
  }

  /** Why a call was just refused. */
  Refusal refusal() {
    Shedding current = latest;
    if (isCrowded(current) || current.step() == 0) {
      return new Refusal("load", limits.loadMessage(current, inside()));
    }
    return new Refusal(current.limit(), current.message());
  }

  /**
   * Why a call was refused.
   *
   * @param limit as a key of the rule file
   */
  record Refusal(String limit, String message) {}

  private void sampleIfDue(long now) {
    if (now - due.get() >= 0 && sampling.compareAndSet(false, true)) {
      try {
        if (now - due.get() >= 0) {
          due.set(now + SAMPLE_NANOS);
          sample();
        }
      } finally {
        sampling.set(false);
      }
    }
  }

  private void sample() {
    Limits by = limits;
    // Read beside the CPU time: the call that samples may have been held up since it read its own.
    long now = by.now();
    long cpuNanos = by.rule.hasCpu() ? readings.cpuNanos(by, now) : -1;
    double allowedCpus = readings.allowedCpus(by, now);
    double load = by.rule.hasLoad() ? readings.load(by, now) : Double.NaN;
    double seconds = window.secondsSinceLast(now);
    if (seconds > GAP_SECONDS) {
      window.clear();
    }
    long arrived = admitted.sum() + refused.sum();
    window.add(now, cpuNanos, arrived, completed.sum(), rtNanos.sum());
    if (window.isMeasurable()) {
      best.add(now, window);
    }
    int mostInside = load > by.rule.load() ? mostInside(now, allowedCpus) : Integer.MAX_VALUE;
    latest = by.judge(now, window, seconds, inside() > 0, allowedCpus, load, mostInside);
    if (episode.ends(now)) {
      tellEnd(by, now);
    }
  }

  /** Fewer calls than CPUs are not what makes the load. */
  private int mostInside(long now, double allowedCpus) {
    double calls = best.calls(now);
    return Double.isNaN(calls)
        ? Integer.MAX_VALUE
        : (int) Math.min(Integer.MAX_VALUE - 1, Math.ceil(Math.max(calls, allowedCpus)));
  }

  private void tellEnd(Limits by, long now) {
    long calls = refused.sum() - episode.refusedBefore();
    boolean observed = by.isObserved();
    String text =
        (observed ? "would refuse" : "refuses")
            + " no inbound calls any more; it "
            + (observed ? "would have refused " : "refused ")
            + calls
            + " within "
            + DurationText.rounded(episode.lengthNanos());
    by.tell(EngineEvent.Type.SHEDDING_ENDED, text, now);
  }
}
