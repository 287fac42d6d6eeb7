package dev.weir.core.concurrency;

import dev.weir.core.FakeTicker;
import dev.weir.core.Parking;
import dev.weir.core.ScriptedParking;
import dev.weir.core.concurrency.Permits.Entered;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A random schedule on permits and holds, on a clock of its own, checked after every step against a
 * list of all calls with their time stamps: arrivals, ends, timeouts, interrupts, other numbers for
 * max, calls that become asynchronous, never end, or end after they have expired.
 */
final class PermitsSchedule {

  private static final long MAX_HOLD = 6_400;
  private static final Parking NOBODY_PARKS = new ScriptedParking(new FakeTicker());

  /** A call that has not been refused and has not ended. */
  private static final class Call {
    final long deadline;

    final Place place;
    final long start;
    boolean waited;
    boolean inside;
    long hold;
    boolean expired;

    Call(long deadline, Place place, long start) {
      this.deadline = deadline;
      this.place = place;
      this.start = start;
    }
  }

  private final long seed;
  private final Random random;
  private final Permits permits;
  private final Holds holds;
  private final int maxWaiting;

  /** The naive model: all calls in order of arrival. */
  private final List<Call> calls = new ArrayList<>();

  private int max;
  private long now;
  private long nextLook;
  private long expired;
  private long waits;
  private long refusals;

  PermitsSchedule(long seed) {
    this.seed = seed;
    random = new Random(seed);
    max = random.nextInt(5);
    maxWaiting = random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(4);
    now = random.nextBoolean() ? random.nextLong() : Long.MAX_VALUE - 500;
    permits = new Permits(max, NOBODY_PARKS);
    holds = new Holds(now);
    nextLook = now + MAX_HOLD / 64;
  }

  long waits() {
    return waits;
  }

  long refusals() {
    return refusals;
  }

  long expired() {
    return expired;
  }

  PermitsSchedule run() {
    for (int step = 0; step < 200; step++) {
      switch (random.nextInt(12)) {
        case 0 -> change();
        case 1 -> interrupt();
        case 2 -> detach();
        case 3 -> expire();
        case 4 -> pass(random.nextInt(8) == 0 ? MAX_HOLD : random.nextInt(100));
        case 5, 6, 7 -> end();
        default -> arrive();
      }
      compare();
    }
    endAll();
    return this;
  }

  private void arrive() {
    boolean free = inside() < max && waiting() == 0;
    check(permits.isFull() != free, "isFull");
    Call call = new Call(now + random.nextInt(200), Place.ofCall(Thread.currentThread()), now);
    if (random.nextBoolean()) {
      call.inside = permits.take();
      check(call.inside == free, "take");
    } else {
      Entered entered = permits.enter(call.place, maxWaiting);
      boolean room = waiting() < maxWaiting;
      Entered right = free ? Entered.AT_ONCE : room ? Entered.IN_LINE : Entered.NO_ROOM;
      check(entered == right, entered + " instead of " + right);
      call.inside = entered == Entered.AT_ONCE;
      if (entered == Entered.IN_LINE) {
        waits++;
        call.waited = true;
        calls.add(call);
        return;
      }
    }
    if (call.inside) {
      calls.add(call);
    } else {
      refusals++;
    }
  }

  /** In the model: the first calls that wait are inside as far as max allows. */
  private void serve() {
    for (Call call : calls) {
      if (!call.inside && inside() < max) {
        call.inside = true;
      }
    }
  }

  private void end() {
    Call call = pick(true);
    if (call != null) {
      end(call);
    }
  }

  private void end(Call call) {
    calls.remove(call);
    if (call.hold == 0) {
      permits.release();
    } else {
      check(holds.end(call.hold) != call.expired, "the end of a hold is one of both");
      if (!call.expired) {
        permits.release();
      }
    }
    serve();
  }

  private void pass(long nanos) {
    now += nanos;
    for (Call call : List.copyOf(calls)) {
      if (!call.inside && call.deadline - now <= 0) {
        leave(call);
      }
    }
  }

  private void interrupt() {
    Call call = pick(false);
    if (call != null) {
      leave(call);
    }
  }

  private void leave(Call call) {
    check(!permits.leave(call.place), "left with a permit though none was granted");
    calls.remove(call);
    serve();
  }

  private void change() {
    max = random.nextInt(5);
    permits.change(max);
    serve();
  }

  private void detach() {
    Call call = pick(true);
    if (call != null && call.hold == 0) {
      call.hold = holds.begin(call.start);
    }
  }

  private void expire() {
    List<Call> due = new ArrayList<>();
    boolean any = false;
    for (Call call : calls) {
      any |= call.hold != 0 && !call.expired;
      if (call.hold != 0 && !call.expired && now - call.start >= MAX_HOLD) {
        due.add(call);
      }
    }
    boolean look = any && now - nextLook >= 0;
    check(holds.isDue(now, MAX_HOLD) == look, "a look at holds is due: " + look);
    if (!look) {
      return;
    }
    nextLook = now + MAX_HOLD / 64;
    List<Long> freed = new ArrayList<>();
    holds.expire(now, MAX_HOLD, permits, (heldNanos, at) -> freed.add(heldNanos));
    for (Call call : due) {
      call.expired = true;
      check(freed.remove(now - call.start), "not expired: " + (now - call.start));
      expired++;
    }
    check(freed.isEmpty(), "expired too soon: " + freed);
    serve();
  }

  /** A call that is inside, though perhaps without a permit any more; or one that waits. */
  private @Nullable Call pick(boolean inside) {
    List<Call> some = new ArrayList<>();
    for (Call call : calls) {
      if (call.inside == inside) {
        some.add(call);
      }
    }
    return some.isEmpty() ? null : some.get(random.nextInt(some.size()));
  }

  private int inside() {
    int inside = 0;
    for (Call call : calls) {
      inside += call.inside && !call.expired ? 1 : 0;
    }
    return inside;
  }

  private int waiting() {
    int waiting = 0;
    for (Call call : calls) {
      waiting += call.inside ? 0 : 1;
    }
    return waiting;
  }

  private void compare() {
    check(permits.inside() == inside(), permits.inside() + " inside instead of " + inside());
    check(permits.waiting() == waiting(), permits.waiting() + " wait instead of " + waiting());
    for (Call call : calls) {
      if (!call.inside) {
        check(!call.place.isGranted(), "granted out of turn");
      }
    }
    for (Call call : calls) {
      if (call.inside && call.waited) {
        check(call.place.isGranted(), "not granted though it is its turn");
      }
    }
    check(permits.places() <= 2 * waiting() + 34, permits.places() + " places");
  }

  private void endAll() {
    while (!calls.isEmpty()) {
      Call call = calls.get(0);
      if (call.inside) {
        end(call);
      } else {
        leave(call);
      }
      compare();
    }
    check(permits.inside() == 0 && permits.waiting() == 0, "somebody is left");
    check(holds.count() == 0, "holds are left");
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError("seed " + seed + ", max " + max + ": " + otherwise);
    }
  }
}
