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
    this.limiter = new FlowLimiter(new ReadingsTicker(), rate);
    this.undoEvery = undoEvery;
  }

  FlowLimiter limiter() {
    return limiter;
  }

  /** When each call was granted, after {@code meanwhile} has been run on this thread. */
  long[] run(int threads, long nanos, Runnable meanwhile) throws InterruptedException {
    List<Member> members = new ArrayList<>();
    CountDownLatch start = new CountDownLatch(1);
    for (int i = 0; i < threads; i++) {
      Member member = new Member(start, nanos);
      member.start();
      members.add(member);
    }
    start.countDown();
    meanwhile.run();
    int count = 0;
    for (Member member : members) {
      member.join();
      count += member.count;
    }
    long[] all = new long[count];
    int next = 0;
    for (Member member : members) {
      System.arraycopy(member.grants, 0, all, next, member.count);
      next += member.count;
    }
    return all;
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
    private long[] grants = new long[1024];
    private int count;
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
      long end = System.nanoTime() + nanos;
      while ((lastReading = System.nanoTime()) - end < 0) {
        long permit = limiter.take(lastReading);
        if (permit < 0) {
          continue;
        }
        if (undoEvery > 0 && ++taken % undoEvery == 0) {
          limiter.undo(permit);
        } else {
          note(lastReading);
        }
      }
    }

    private void note(long instant) {
      if (count == grants.length) {
        grants = Arrays.copyOf(grants, 2 * count);
      }
      grants[count++] = instant;
    }
  }
}
