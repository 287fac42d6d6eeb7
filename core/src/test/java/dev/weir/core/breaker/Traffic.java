package dev.weir.core.breaker;

import java.util.SplittableRandom;

/**
 * Calls to a callee in simulated time: they arrive as a Poisson process, and each is slow with some
 * probability, whatever the others are. They end in the order in which a clock would see it.
 */
final class Traffic {

  static final long SECOND = 1_000_000_000;
  static final long SLOW_CALL = SECOND / 5;

  private static final long QUICK_NANOS = SECOND / 50;
  private static final long SLOW_NANOS = 3 * SECOND / 10;

  /** What judges the calls. */
  interface Judge {

    /** A call begins; returns what {@link #end} is given. */
    long begin(long now);

    void end(long permit, long start, long now, boolean slow);

    boolean isOpen();

    /** As it was at the beginning. */
    void reset(long now);
  }

  private final SplittableRandom random;
  private final double callsPerSecond;
  private final Judge judge;
  private final Queue quick = new Queue(QUICK_NANOS);
  private final Queue slow = new Queue(SLOW_NANOS);
  private long next;
  private long now;

  Traffic(long seed, double callsPerSecond, Judge judge) {
    this.random = new SplittableRandom(seed);
    this.callsPerSecond = callsPerSecond;
    this.judge = judge;
    judge.reset(0);
  }

  /** How often the breaker opens; it begins anew each time. */
  int openings(double slowShare, long nanos) {
    int openings = 0;
    long end = now + nanos;
    while (now < end) {
      step(slowShare);
      if (judge.isOpen()) {
        openings++;
        reset();
      }
    }
    return openings;
  }

  /**
   * How long it takes until the breaker opens after a callee that was well is not any more.
   *
   * @return -1 if it is not open after {@code most}
   */
  long timeToOpen(double slowShare, long most) {
    reset();
    // Not always at the same place of a bucket.
    openings(0.05, 30 * SECOND + random.nextLong(SECOND));
    long begin = now;
    while (!judge.isOpen()) {
      if (now - begin > most) {
        return -1;
      }
      step(slowShare);
    }
    return now - begin;
  }

  private void reset() {
    quick.clear();
    slow.clear();
    judge.reset(now);
  }

  /** What happens next: a call ends or begins. */
  private void step(double slowShare) {
    Queue first = quick.endsAt() <= slow.endsAt() ? quick : slow;
    if (first.endsAt() <= next) {
      now = first.endsAt();
      judge.end(first.permit(), first.start(), now, first == slow);
      first.remove();
    } else {
      now = next;
      long permit = judge.begin(now);
      (random.nextDouble() < slowShare ? slow : quick).add(now, permit);
      next = now + (long) (-Math.log(1 - random.nextDouble()) / callsPerSecond * SECOND);
    }
  }

  /** Calls that all last for the same time: they end in the order in which they began. */
  private static final class Queue {
    private static final int SIZE = 1 << 14;

    private final long nanos;
    private final long[] starts = new long[SIZE];
    private final long[] permits = new long[SIZE];
    private int head;
    private int tail;

    Queue(long nanos) {
      this.nanos = nanos;
    }

    void add(long start, long permit) {
      starts[tail & (SIZE - 1)] = start;
      permits[tail & (SIZE - 1)] = permit;
      tail++;
    }

    long endsAt() {
      return head == tail ? Long.MAX_VALUE : start() + nanos;
    }

    long start() {
      return starts[head & (SIZE - 1)];
    }

    long permit() {
      return permits[head & (SIZE - 1)];
    }

    void remove() {
      head++;
    }

    void clear() {
      head = tail;
    }
  }
}
