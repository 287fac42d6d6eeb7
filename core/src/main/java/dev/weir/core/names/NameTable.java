package dev.weir.core.names;

import dev.weir.core.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/*
 * THE CONTRACT. A name has one value at a time. At most so many names have their own; all others
 * share one value, and whoever uses it is told to say so. A name that nothing has been heard of for
 * a while makes room for another, but only where there is no room: a name that a probe of the site
 * invented goes, one that is in use stays. To find a known name takes no lock and allocates nothing:
 * callers build it in a buffer of their own, which is compared with the names that are there.
 *
 * THE TABLE. Chains of nodes hang in an array that never grows, two to four times as long as there
 * may be names. Nodes are immutable and are added at the front, under a lock, which a thread meets
 * only with a name that is new. To drop a node, what stood before it in its chain is made anew.
 *
 * REJECTED.
 *   - ConcurrentHashMap: it finds a String, which would have to be made for each call.
 *   - Names by the route that a framework knows: better names, but for one framework at a time.
 *   - No bound (most libraries): every path that a scanner tries is a name for ever.
 *   - Not measuring what is beyond the bound (Sentinel): calls then vanish from the sums.
 */

/**
 * The values of at most so many names. Safe for use by many threads.
 *
 * @param <T> what a name has
 */
public final class NameTable<T> {

  /** To look for idle names again and again, in vain, would cost more than a name is worth. */
  static final long SWEEP_NANOS = 1_000_000_000;

  private static final int SLOTS_PER_NAME = 4;

  private final Ticker ticker;
  private final Values<T> values;
  private final int maxNames;
  private final T other;

  /** Heads of chains; written under the lock. */
  private final AtomicReferenceArray<@Nullable Node<T>> heads;

  private int count;
  private boolean exhausted;
  private long lastSweep;

  /** What a name has, and how long it has been of no use. */
  public interface Values<T> {

    /** Makes the value of a name; called under a lock, it must not ask the table. */
    T value(String name);

    /**
     * Whether a name may make room for another: nothing has been heard of it, nothing is inside.
     */
    boolean isIdle(T value, long now);

    /** A name made room for another. */
    void dropped(T value);

    /** From now on there are more names than may have their own value. */
    void exhausted(int maxNames, long now);
  }

  /**
   * A table without a name.
   *
   * @param otherName of all that have no room; not among the names it is asked for
   */
  public NameTable(Ticker ticker, int maxNames, String otherName, Values<T> values) {
    this.ticker = ticker;
    this.values = values;
    this.maxNames = maxNames;
    this.other = values.value(otherName);
    this.heads = new AtomicReferenceArray<>(Integer.highestOneBit(maxNames * SLOTS_PER_NAME));
    this.lastSweep = ticker.nanos() - SWEEP_NANOS;
  }

  /** The value of a name, its own or that of all others. */
  public T get(StringBuilder name) {
    int hash = hash(name);
    T found = find(name, hash);
    return found != null ? found : add(name.toString(), hash);
  }

  private @Nullable T find(CharSequence name, int hash) {
    for (Node<T> node = heads.get(slot(hash)); node != null; node = node.next) {
      if (node.hash == hash && node.name.contentEquals(name)) {
        return node.value;
      }
    }
    return null;
  }

  private synchronized T add(String name, int hash) {
    T found = find(name, hash);
    if (found != null) {
      return found;
    }
    long now = ticker.nanos();
    if (count >= maxNames && now - lastSweep >= SWEEP_NANOS) {
      lastSweep = now;
      sweep(now);
    }
    if (count >= maxNames) {
      if (!exhausted) {
        exhausted = true;
        values.exhausted(maxNames, now);
      }
      return other;
    }
    T value = values.value(name);
    int slot = slot(hash);
    heads.set(slot, new Node<>(name, hash, value, heads.get(slot)));
    count++;
    return value;
  }

  private void sweep(long now) {
    for (int slot = 0; slot < heads.length(); slot++) {
      Node<T> kept = null;
      boolean changed = false;
      for (Node<T> node = heads.get(slot); node != null; node = node.next) {
        if (values.isIdle(node.value, now)) {
          changed = true;
          count--;
          values.dropped(node.value);
        } else {
          kept = new Node<>(node.name, node.hash, node.value, kept);
        }
      }
      if (changed) {
        heads.set(slot, kept);
      }
    }
  }

  /** All that there are, that of the others last. */
  public List<T> all() {
    List<T> all = new ArrayList<>();
    for (int slot = 0; slot < heads.length(); slot++) {
      for (Node<T> node = heads.get(slot); node != null; node = node.next) {
        all.add(node.value);
      }
    }
    all.add(other);
    return all;
  }

  private int slot(int hash) {
    return (hash ^ (hash >>> 16)) & (heads.length() - 1);
  }

  /** As {@link String#hashCode} would give it. */
  private static int hash(StringBuilder name) {
    int hash = 0;
    for (int i = 0; i < name.length(); i++) {
      hash = 31 * hash + name.charAt(i);
    }
    return hash;
  }

  private static final class Node<T> {
    final String name;
    final int hash;
    final T value;
    final @Nullable Node<T> next;

    Node(String name, int hash, T value, @Nullable Node<T> next) {
      this.name = name;
      this.hash = hash;
      this.value = value;
      this.next = next;
    }
  }
}
