package dev.weir.core.concurrency;

import dev.weir.core.Parking;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Calls that wait for permits, first come first served; or permits that wait for calls. Lock-free:
 * a thread that stops anywhere holds up no other. Each {@link #join} is met by one {@link #bring},
 * whichever comes first, unless its place was {@link #left}.
 *
 * <p>It is a dual queue (Scherer and Scott 2004) on a linked list (Michael and Scott 1996). At no
 * time does it hold a place that waits and a permit that waits:
 *
 * <ul>
 *   <li>A permit is appended by a thread that walked from the head and found every place passed.
 *       Places never come to life again, and it appends behind the last place it saw, so that none
 *       can have been added.
 *   <li>A call is appended behind a last place that is no waiting permit. As permits are claimed
 *       from the head on, and calls are appended behind none that waits, there is no other either.
 * </ul>
 *
 * <p>Links lead forward and ever skip only places that are passed, so that from every place all
 * later ones that matter are reached. The last place is never skipped: somebody may be appending to
 * it.
 */
final class WaitingLine {

  /** So many places that were left are not worth a walk through the line. */
  private static final int SWEEP_SLACK = 32;

  private static final AtomicReferenceFieldUpdater<WaitingLine, Place> HEAD =
      AtomicReferenceFieldUpdater.newUpdater(WaitingLine.class, Place.class, "head");

  private final Parking parking;

  /** A passed place, before which all are passed. */
  private volatile Place head;

  /** A place from which the last one is near. */
  private volatile Place tail;

  private final AtomicInteger leftSinceSweep = new AtomicInteger();

  WaitingLine(Parking parking) {
    this.parking = parking;
    Place first = Place.passed();
    head = first;
    tail = first;
  }

  /** Waits at {@code place}, unless a permit is there for it: then it is granted at once. */
  void join(Place place) {
    for (; ; ) {
      Place last = last();
      if (last.state() == Place.PERMIT) {
        if (claim()) {
          place.move(Place.WAITING, Place.GRANTED);
          return;
        }
      } else if (last.append(place)) {
        tail = place;
        return;
      }
    }
  }

  /** Claims the first permit that waits for its call. */
  private boolean claim() {
    Place from = head;
    for (Place at = from; at != null; at = after(at)) {
      if (at.state() == Place.PERMIT && at.move(Place.PERMIT, Place.CLAIMED)) {
        passTo(from, at);
        return true;
      }
    }
    return false;
  }

  /**
   * Brings a permit to the first that waits, and wakes it. If it has not come yet the permit waits
   * for it.
   */
  void bring() {
    Place from = head;
    Place at = from;
    for (; ; ) {
      int state = at.state();
      if (state == Place.WAITING || state == Place.OWNED) {
        if (at.move(state, Place.GRANTED)) {
          parking.unpark(at.thread());
          passTo(from, at);
          return;
        }
        continue; // Left, taken, or granted by another.
      }
      Place next = at.next();
      if (next == at) {
        from = head;
        at = from;
      } else if (next != null) {
        at = next;
      } else {
        Place permit = Place.ofPermit();
        if (at.append(permit)) {
          tail = permit;
          return;
        }
      }
    }
  }

  /**
   * A place in the line is now {@link Place#GONE}. Once there are more of them than {@code waiting}
   * the line is swept, so that its length is bounded by those who wait, for a constant cost each.
   */
  void left(int waiting) {
    Place from = head;
    Place passed = from;
    for (Place at = passed.next(); at != null && at != passed && at.isPassed(); at = at.next()) {
      passed = at;
    }
    passTo(from, passed);
    int left = leftSinceSweep.incrementAndGet();
    if (left > waiting + SWEEP_SLACK && leftSinceSweep.compareAndSet(left, 0)) {
      sweep();
    }
  }

  private void sweep() {
    Place before = head;
    for (Place at = before.next(); at != null && at != before; ) {
      Place behind = at.next();
      if (behind == null || behind == at) {
        return;
      }
      if (at.isPassed()) {
        before.skip(at, behind);
      } else {
        before = at;
      }
      at = behind;
    }
  }

  /** How many places are linked, those too that nobody waits at. */
  int length() {
    int length = 0;
    for (Place at = head.next(); at != null; at = after(at)) {
      length++;
    }
    return length;
  }

  /** All places up to {@code passed} are passed. */
  private void passTo(Place from, Place passed) {
    if (from != passed && HEAD.compareAndSet(this, from, passed)) {
      from.unlink();
    }
  }

  private Place last() {
    Place at = tail;
    for (; ; ) {
      Place next = at.next();
      if (next == null) {
        return at;
      }
      at = next == at ? head : next;
    }
  }

  private @Nullable Place after(Place at) {
    Place next = at.next();
    return next == at ? head : next;
  }
}
