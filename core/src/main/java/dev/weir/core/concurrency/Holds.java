package dev.weir.core.concurrency;

import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Asynchronous calls that are inside, and since when: those that never end must not keep their
 * permits for ever. Thread-safe. A hold is ended by {@link #end} or expired, one of both and once:
 * whoever removes its number, which is never given again.
 *
 * <p>Nothing runs on a timer. Only a full limit is hurt by a lost call, so that only then, and only
 * so often, all holds are looked at.
 */
final class Holds {

  /** Is told of each hold that has expired, after its permit was given back. */
  interface Expiry {

    /**
     * An asynchronous call has lost its permit.
     *
     * @param heldNanos for how long it had it
     */
    void expired(long heldNanos, long now);
  }

  /** Smaller numbers are permits of calls that are not asynchronous. */
  static final long FIRST = 2;

  private static final int LOOKS = 64;

  /** Start by number: about 70 bytes a call. */
  private final Map<Long, Long> starts = new ConcurrentHashMap<>();

  private final AtomicLong next = new AtomicLong(FIRST);
  private final AtomicLong lastLook;
  private final AtomicLong expired = new AtomicLong();

  Holds(long now) {
    lastLook = new AtomicLong(now);
  }

  /** The number of a new hold. */
  long begin(long startNanos) {
    long hold = next.getAndIncrement();
    starts.put(hold, startNanos);
    return hold;
  }

  /** Whether this was the end of the hold; else it has expired. */
  boolean end(long hold) {
    return starts.remove(hold) != null;
  }

  /**
   * Whether holds are to be looked at now. Says so once: the caller does it.
   *
   * @param maxHoldNanos of which a look is due every 64th
   */
  boolean isDue(long now, long maxHoldNanos) {
    long last = lastLook.get();
    return now - last >= lookNanos(maxHoldNanos)
        && !starts.isEmpty()
        && lastLook.compareAndSet(last, now);
  }

  /** How long a hold may have expired before it is noticed, where somebody asks. */
  static long lookNanos(long maxHoldNanos) {
    return maxHoldNanos / LOOKS;
  }

  /** Ends all holds of {@code maxHoldNanos} and more, and gives their permits back. */
  void expire(long now, long maxHoldNanos, Permits permits, Expiry expiry) {
    for (Iterator<Map.Entry<Long, Long>> all = starts.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Long, Long> hold = all.next();
      long heldNanos = now - hold.getValue();
      if (heldNanos >= maxHoldNanos && end(hold.getKey())) {
        expired.incrementAndGet();
        permits.release();
        expiry.expired(heldNanos, now);
      }
    }
  }

  int count() {
    return starts.size();
  }

  /** How many have expired so far. */
  long expired() {
    return expired.get();
  }
}
