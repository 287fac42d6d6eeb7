package dev.weir.core.concurrency;

import dev.weir.core.Outcome;
import dev.weir.core.concurrency.Scenario.Spread;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Simulates three minutes of a {@link Scenario} behind a limit, event by event: arrivals, a queue
 * in order of arrival, workers. The same seed gives the same run.
 */
final class SimulatedService {

  /** Steps of the record. */
  static final long STEP = Scenario.SECOND / 2;

  static final int STEPS = (int) (3 * Scenario.PHASE / STEP);

  private static final Outcome UNAVAILABLE = Outcome.status(503);

  private final Scenario scenario;
  private final SimulatedLimit limit;
  private final Random random;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Deque<Long> queue = new ArrayDeque<>();

  /** Good answers, and the limit, in each step. */
  private final int[] good = new int[STEPS];

  private final int[] limits = new int[STEPS];
  private long now;
  private long sequence;
  private int busy;

  /**
   * Something that will happen.
   *
   * @param start of the call that ends then; -1 for an arrival
   */
  private record Event(long at, long sequence, long start) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(sequence, other.sequence);
    }
  }

  SimulatedService(Scenario scenario, SimulatedLimit limit, long seed) {
    this.scenario = scenario;
    this.limit = limit;
    this.random = new Random(seed);
  }

  SimulatedService run() {
    if (scenario.load() > 0) {
      arriveIn(gap());
    }
    for (int i = 0; i < scenario.clients(); i++) {
      arriveIn(thinkNanos());
    }
    for (Event event = events.poll(); event != null; event = events.poll()) {
      if (event.at >= 3 * Scenario.PHASE) {
        break;
      }
      record(event.at);
      now = event.at;
      if (event.start < 0) {
        arrive();
      } else {
        end(event.start);
      }
    }
    return this;
  }

  private void record(long until) {
    for (long step = now / STEP + 1; step <= until / STEP; step++) {
      limits[(int) step - 1] = limit.limit();
    }
    limits[STEPS - 1] = limit.limit();
  }

  private void arrive() {
    boolean open = scenario.load() > 0;
    if (open) {
      arriveIn(gap());
    }
    if (!limit.take(now)) {
      if (!open) {
        arriveIn(thinkNanos());
      }
    } else if (busy < scenario.workers(now)) {
      serve(now);
    } else if (queue.size() < scenario.queue()) {
      queue.add(now);
    } else {
      limit.end(now, now + 1, UNAVAILABLE);
      if (!open) {
        arriveIn(thinkNanos());
      }
    }
  }

  private void serve(long start) {
    busy++;
    events.add(new Event(now + serviceNanos(), sequence++, start));
  }

  private void end(long start) {
    busy--;
    if (now - start <= scenario.goodNanos(start)) {
      good[(int) (now / STEP)]++;
    }
    limit.end(start, now, Outcome.RETURNED);
    while (busy < scenario.workers(now) && !queue.isEmpty()) {
      serve(queue.remove());
    }
    if (scenario.load() == 0) {
      arriveIn(thinkNanos());
    }
  }

  private void arriveIn(long nanos) {
    events.add(new Event(now + nanos, sequence++, -1));
  }

  private long gap() {
    double perNano = scenario.load() * scenario.workers() / scenario.serviceNanos();
    return (long) (exponential() / perNano);
  }

  private long thinkNanos() {
    return (long) (exponential() * scenario.serviceNanos());
  }

  private long serviceNanos() {
    double factor =
        switch (scenario.spread()) {
          case STEADY -> 0.8 + 0.4 * random.nextDouble();
          case EXPONENTIAL, PAUSES -> exponential();
          case WILD -> Math.exp(Math.sqrt(Math.log(5)) * random.nextGaussian() - Math.log(5) / 2);
        };
    long nanos = Math.max(1, (long) (factor * scenario.serviceNanos() * scenario.slowness(now)));
    if (scenario.spread() == Spread.PAUSES) {
      long next = (now / (10 * Scenario.SECOND) + 1) * 10 * Scenario.SECOND;
      return now + nanos >= next ? nanos + Scenario.SECOND / 5 : nanos;
    }
    return nanos;
  }

  private double exponential() {
    return -Math.log(1 - random.nextDouble());
  }

  /** Good answers between two times. */
  long good(long from, long to) {
    long sum = 0;
    for (int step = (int) (from / STEP); step < to / STEP; step++) {
      sum += good[step];
    }
    return sum;
  }

  int goodIn(int step) {
    return good[step];
  }

  int limitIn(int step) {
    return limits[step];
  }
}
