package dev.weir.core.concurrency;

import dev.weir.core.Outcome;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * What calls that ended in one sampling window say of an adaptive limit. Written by all of them,
 * lock-free: one addition to one word, which holds the number of samples and their sum,
 *
 * <pre>
 *    63       44 43                     0
 *   [ samples   | sum of latencies, units ]
 * </pre>
 *
 * so that the mean is exact, whenever it is read. A window that is over is replaced by a new one.
 * Calls that saw the old one just before still add to it, unseen: at most one of each thread, of
 * the thousands that may be missing without harm to a mean.
 *
 * <p>A latency counts for at most {@link #CAP} times the one without load: one call in fifty that
 * hangs for an hour moves the mean by no more than a sixth.
 */
final class SampleWindow {

  /** In latencies without load. */
  static final int CAP = 8;

  /** What is more is left out, so that neither half of the word overflows. */
  static final int MOST = 1 << 19;

  private static final int COUNT_SHIFT = 44;
  private static final long SUM = (1L << COUNT_SHIFT) - 1;

  /** Half a million times of it are less than the sum can hold. */
  private static final int UNIT_BITS = 24;

  /** The cap while no latency is known: 8 s. */
  private static final long FIRST_CAP_NANOS = 8_000_000_000L;

  private static final AtomicLongFieldUpdater<SampleWindow> WORD =
      AtomicLongFieldUpdater.newUpdater(SampleWindow.class, "word");
  private static final AtomicIntegerFieldUpdater<SampleWindow> PEAK =
      AtomicIntegerFieldUpdater.newUpdater(SampleWindow.class, "peak");
  private static final AtomicIntegerFieldUpdater<SampleWindow> OVERLOADS =
      AtomicIntegerFieldUpdater.newUpdater(SampleWindow.class, "overloads");

  private final long opensNanos;
  private final long closesNanos;
  private final long abandonedNanos;
  private final long baselineNanos;
  private final long capNanos;
  private final int shift;

  private volatile long word;
  private volatile int peak;
  private volatile int overloads;

  /**
   * A new window.
   *
   * @param opensNanos calls that end before belong to no window
   * @param lengthNanos at least
   * @param patienceNanos after which it is over with however few samples
   * @param baselineNanos latency without load, 0 while it is not known
   */
  SampleWindow(long opensNanos, long lengthNanos, long patienceNanos, long baselineNanos) {
    this.opensNanos = opensNanos;
    this.closesNanos = opensNanos + lengthNanos;
    this.abandonedNanos = closesNanos + patienceNanos;
    this.baselineNanos = baselineNanos;
    capNanos = baselineNanos == 0 ? FIRST_CAP_NANOS : Math.max(1, baselineNanos) * CAP;
    shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(capNanos) - UNIT_BITS);
  }

  /** Whether a call that ends now counts here. */
  boolean isOpen(long now) {
    return now - opensNanos >= 0;
  }

  /**
   * So many calls were inside, that which ends included.
   *
   * <p>The number only ever falls where a call ends, so that the highest there was is seen by some
   * call that ends. Usually nothing is written.
   */
  void saw(int inside) {
    for (int seen = peak; inside > seen; seen = peak) {
      if (PEAK.compareAndSet(this, seen, inside)) {
        return;
      }
    }
  }

  /**
   * A call has ended after so long. One that failed quickly says nothing of how quick a success
   * would have been; one that took longer than usual until it failed was slow at least.
   */
  void add(long nanos, Outcome outcome) {
    if (outcome.isGivenUp()) {
      return;
    }
    boolean overload = Overload.isIn(outcome);
    if (overload) {
      addOverload();
    }
    boolean failed = overload || outcome.isFailed();
    if (!failed || (baselineNanos > 0 && nanos > baselineNanos)) {
      add(nanos);
    }
  }

  private void add(long nanos) {
    if (samples() < MOST) {
      long units = Math.max(0, Math.min(nanos, capNanos)) >> shift;
      WORD.getAndAdd(this, (1L << COUNT_SHIFT) + units);
    }
  }

  private void addOverload() {
    if (overloads < MOST) {
      OVERLOADS.getAndIncrement(this);
    }
  }

  /** Whether it has samples enough and is long enough; or has waited in vain for them. */
  boolean isOver(long now, int enough) {
    return now - closesNanos >= 0 && (samples() + overloads >= enough || now - abandonedNanos >= 0);
  }

  int samples() {
    return (int) (word >>> COUNT_SHIFT);
  }

  /** Of all samples; NaN without one. */
  double meanNanos() {
    long seen = word;
    return (double) ((seen & SUM) << shift) / (seen >>> COUNT_SHIFT);
  }

  int peak() {
    return peak;
  }

  int overloads() {
    return overloads;
  }

  /** How long it has been open. */
  long openNanos(long now) {
    return now - opensNanos;
  }
}
