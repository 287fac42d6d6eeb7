package dev.weir.core.flow;

import dev.weir.core.Ticker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Threads that ask a limiter as fast as they can, in real time, and note when each call they kept
 * was granted: the last reading of the clock that its thread had when the permit came back.
 */
final class Crowd {

  private final FlowLimiter limiter;
  private final int undoEvery;

  /**
   * @param undoEvery after so many grants each thread gives one back; 0 for never
   */
  Crowd(Rate rate, int undoEvery) {
    this.limiter = new FlowLimiter(new ReadingsTicker(), new FlowRule(null, null, rate));
    this.undoEvery = undoEvery;
  }

  FlowLimiter limiter() {
    return limiter;
  }

  /** What the threads saw, after {@code meanwhile} has been run on this thread. */
  Sightings run(int threads, long nanos, Runnable meanwhile) throws InterruptedException {
    List<Member> members = new ArrayList<>();
    CountDownLatch start = new CountDownLatch(1);
    for (int i = 0; i < threads; i++) {
      Member member = new Member(start, nanos);
      member.start();
      members.add(member);
    }
    start.countDown();
    meanwhile.run();
    Instants grants = new Instants();
    Instants refusals = new Instants();
    for (Member member : members) {
      member.join();
      grants.addAll(member.grants);
      refusals.addAll(member.refusals);
    }
    return new Sightings(grants.toArray(), refusals.toArray());
  }

  /** What all threads saw. */
  static final class Sightings {

    /** When each call was granted, ascending. */
    private final long[] grants;

    /**
     * Of each refusal that was followed by a grant on the same thread, when it was asked for and
     * when it was told, in turn: those that may have come too soon.
     */
    private final long[] refusals;

    Sightings(long[] grants, long[] refusals) {
      Arrays.sort(grants);
      this.grants = grants;
      this.refusals = refusals;
    }

    long[] grants() {
      return grants;
    }

    int refusals() {
      return refusals.length / 2;
    }

    /** The most grants in a half-open period. */
    int worst(long period) {
      return WorstInterval.of(grants, period);
    }

    /** Refusals at which the last 65/64 periods held less than the limit. */
    int tooSoon(Rate rate) {
      long reach = rate.periodNanos() + (rate.periodNanos() - 1) / 64 + 1;
      int tooSoon = 0;
      for (int i = 0; i < refusals.length; i += 2) {
        int held = after(refusals[i + 1]) - after(refusals[i] - reach);
        if (held < rate.calls()) {
          tooSoon++;
        }
      }
      return tooSoon;
    }

    /** Position of the first grant after {@code instant}. */
    private int after(long instant) {
      int low = 0;
      int high = grants.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (grants[middle] - instant <= 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }

  /** Notes the last reading of each member. */
  private static final class ReadingsTicker implements Ticker {
    @Override
    public long nanos() {
      long now = System.nanoTime();
      if (Thread.currentThread() instanceof Member member) {
        member.lastReading = now;
      }
      return now;
    }
  }

  private final class Member extends Thread {
    private final CountDownLatch start;
    private final long nanos;
    private final Instants grants = new Instants();
    private final Instants refusals = new Instants();
    private long lastReading;

    Member(CountDownLatch start, long nanos) {
      this.start = start;
      this.nanos = nanos;
    }

    @Override
    public void run() {
      try {
        start.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      int taken = 0;
      long refusedFrom = 0;
      long refusedTo = 0;
      long end = System.nanoTime() + nanos;
      while ((lastReading = System.nanoTime()) - end < 0) {
        long asked = lastReading;
        long permit = limiter.take(asked);
        if (permit < 0) {
          refusedFrom = asked;
          refusedTo = System.nanoTime();
        } else {
          if (refusedTo != 0) {
            refusals.add(refusedFrom);
            refusals.add(refusedTo);
            refusedTo = 0;
          }
          if (undoEvery > 0 && ++taken % undoEvery == 0) {
            limiter.undo(permit);
          } else {
            grants.add(lastReading);
          }
        }
      }
    }
  }

  private static final class Instants {
    private long[] instants = new long[1024];
    private int count;

    void add(long instant) {
      if (count == instants.length) {
        instants = Arrays.copyOf(instants, 2 * count);
      }
      instants[count++] = instant;
    }

    void addAll(Instants others) {
      for (int i = 0; i < others.count; i++) {
        add(others.instants[i]);
      }
    }

    long[] toArray() {
      return Arrays.copyOf(instants, count);
    }
  }
}
