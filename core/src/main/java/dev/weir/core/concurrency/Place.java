package dev.weir.core.concurrency;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A place in a {@link WaitingLine}: of a call that waits for a permit, or of a permit that waits
 * for its call. Its state only moves forward.
 *
 * <pre>
 *   WAITING -> GRANTED            a permit was brought to it
 *           -> GONE               its call gave up; whoever brings a permit passes it by
 *           -> OWNED -> GRANTED   its call took the permit that is being brought, and did not wait for it
 *   PERMIT  -> CLAIMED            the call that it was meant for has come
 * </pre>
 */
final class Place {

  static final int WAITING = 0;
  static final int OWNED = 1;
  static final int PERMIT = 2;
  static final int GRANTED = 3;
  static final int GONE = 4;
  static final int CLAIMED = 5;

  private static final AtomicIntegerFieldUpdater<Place> STATE =
      AtomicIntegerFieldUpdater.newUpdater(Place.class, "state");
  private static final AtomicReferenceFieldUpdater<Place, Place> NEXT =
      AtomicReferenceFieldUpdater.newUpdater(Place.class, Place.class, "next");

  private volatile int state;

  /** Whom to wake; null once nobody waits here. */
  private volatile @Nullable Thread thread;

  /** The place behind; null for the last, this place itself once the line has moved past it. */
  private volatile @Nullable Place next;

  private Place(int state, @Nullable Thread thread) {
    this.state = state;
    this.thread = thread;
  }

  /** The place of a call of this thread. */
  static Place ofCall(Thread thread) {
    return new Place(WAITING, thread);
  }

  /** The place of a permit whose call is about to come. */
  static Place ofPermit() {
    return new Place(PERMIT, null);
  }

  /** What a line begins with. */
  static Place passed() {
    return new Place(GONE, null);
  }

  int state() {
    return state;
  }

  boolean move(int from, int to) {
    return STATE.compareAndSet(this, from, to);
  }

  boolean isGranted() {
    return state == GRANTED;
  }

  /** Whether it will never again be of interest to anybody behind or before it. */
  boolean isPassed() {
    return state >= GRANTED;
  }

  @Nullable Thread thread() {
    return thread;
  }

  /** The line may remember a place for a while, but never the application's thread. */
  void forgetThread() {
    thread = null;
  }

  @Nullable Place next() {
    return next;
  }

  boolean append(Place last) {
    return NEXT.compareAndSet(this, null, last);
  }

  /** Skips the place behind this one. */
  void skip(Place passed, Place behind) {
    NEXT.compareAndSet(this, passed, behind);
  }

  /** The line has moved past it. Keeps what is garbage from keeping what was appended later. */
  void unlink() {
    next = this;
  }
}
