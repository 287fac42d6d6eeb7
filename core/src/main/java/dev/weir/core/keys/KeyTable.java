package dev.weir.core.keys;

import dev.weir.core.Ticker;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/*
 * THE CONTRACT. Each key has a value of its own, made when the key first comes, and never two. No
 * more than `maxKeys` keys have one. A value is dropped only when it is idle (as good as new) and no
 * call uses it, so that nobody can tell. Where there is no room, a key's calls are counted by one of
 * 256 shared values. Then, if a value admits L calls in a period,
 *
 *   - one key is admitted L times in any period, whatever comes and goes beside it;
 *   - all keys together are admitted (maxKeys + 256) * L times in any period, however many values a
 *     caller rotates through: keys whose own values follow one another in the same room are at least
 *     a period apart, since the earlier had been idle for one. (Named keys, and those that are too
 *     long, which have 256 shared values to themselves, come on top.)
 *
 * THE PIN. A node's word holds [version | retired | pins]. A call pins the node while it is
 * judged, and until it ends unless the value itself then knows of it and is not idle. Whoever wants to drop it reads the word, sees no pin, asks whether the value is
 * idle, and sets `retired` by a compare-and-set of the very word it read: that fails if anyone pinned
 * the node meanwhile, even if it is unpinned again, as each pin is another version. (32 bits of it. A
 * thread would have to stop between the two for a multiple of 4.3e9 pins.) A retired node is never
 * used again. Who meets one helps to remove it from the map and makes the next; so a thread that
 * stops anywhere holds up nobody.
 *
 * FROM SHARED TO OWN. A key that was on a shared value gets its own once there is room, and might
 * then be admitted L times by each in one period. So its new node is BESIDE the shared one: calls
 * must be admitted by both (see `beside`), until it stands ALONE: after the time for which a value
 * remembers calls, or sooner if the shared value is idle, as it is nearly always. The race: a call
 * finds no room, another call of the key makes a node, sees the shared value idle, and stands alone.
 * Therefore the first pins the shared node, and then looks for a node of its key again; the other
 * puts the node into the map, and then looks for pins. One of them sees the other. What remains: a
 * call that stops after it chose the shared value, and before it takes its permit, for longer than a
 * period, in which room was made, and its key got a node; that one call is above L.
 *
 * A named key stands alone at once, as it was never on a shared value, unless a reload named it lately:
 * what others fill shared values with is nothing to it.
 *
 * From own to shared nothing can be gained: an own node is dropped after an idle period.
 *
 * DROPPING. All nodes are in one queue, each once, that is gone through by accesses: some nodes at a
 * time so that a round takes a minute, or longer where calls are rarer than that; and a few where a
 * new key finds no room. What is idle goes, the rest goes to the end of the queue. A node is in the
 * hands of one thread at most while it is looked at. No thread of our own: a table that nobody asks
 * keeps what it has.
 *
 * CHANGE. A reload replaces `values`. A node of an earlier change is changed by the call that meets
 * it first; other calls do not wait, but use what was before until that is done. Whoever may change
 * the node reads `values` after it has won that right, so that a late thread never changes it back.
 *
 * GROUPS. Keys of a group have 256 shared values of their own, and as many for those that are too
 * long, since what their calls may have differs from that of other keys. The arrays of a group stay when
 * a reload takes the group away: 2 KB for each name that there ever was. A key that a reload puts into
 * another group is from then on counted beside the shared value of that one: once it has room, it may be
 * admitted by both within the period after the reload.
 *
 * FLOODS. Callers choose the keys, and may choose Strings of one hash. ConcurrentHashMap keeps those
 * in a tree, as keys are comparable, so that a look-up costs O(log n). They also share one cell, and
 * gain less by it. Whoever knows a key can choose others that share its cell when there is no room.
 *
 * REJECTED.
 *   - ConcurrentHashMap.compute for everything: a lock on each call, and calls of other keys wait.
 *   - A time stamp of the last use instead of pins: a value is dropped while a call is inside, or
 *     between its look-up and its take, and the next call is admitted by another.
 *   - Least recently used: what a caller drops by rotation is the counter that refuses him.
 *   - A fresh value for a key that was shared: L times more for each key when the table shrinks.
 *     Waiting until the shared value is idle instead: with 40 keys on it, it never is.
 *   - Weak or soft references: dropped by the collector and not by what they have counted.
 *   - An iterator of the map as the clock's hand: it goes through empty bins, unboundedly many.
 */

/**
 * A value for each key, a bounded number of them. Thread-safe. Looking up a key that has a value
 * takes no lock and allocates nothing.
 *
 * <p>A key is a {@code String}, or in another table a {@link CompoundKey}, or null where a call has
 * none; all those calls share a value.
 *
 * @param <V> the values
 */
public final class KeyTable<V> {

  /** Longer keys have no value of their own, so that callers do not decide on our memory. */
  public static final int MAX_KEY_LENGTH = 256;

  /** How many values those keys share for which there is no room. */
  public static final int SHARED = 256;

  /** After the shared nodes of keys without room, and those of keys that are too long. */
  private static final int ABSENT = 2 * SHARED;

  /** How many nodes a new key without room looks at for an idle one. */
  private static final int LOOKS_FOR_ROOM = 8;

  private static final long TELLING_NANOS = 60_000_000_000L;

  private final Ticker ticker;
  private final ConcurrentHashMap<Object, KeyNode<V>> own = new ConcurrentHashMap<>();
  private final AtomicReferenceArray<@Nullable KeyNode<V>> cells =
      new AtomicReferenceArray<>(ABSENT + 1);

  /** The shared nodes of groups, as the first of {@link #cells} are those of all other keys. */
  private final ConcurrentHashMap<Object, AtomicReferenceArray<@Nullable KeyNode<V>>> groups =
      new ConcurrentHashMap<>();

  private final IdleNodes<V> idle;

  /** The keys that have taken room; never fewer than there are counted nodes. */
  private final AtomicLong taken = new AtomicLong();

  private final LongAdder overflowed = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final AtomicLong nextTelling;
  private volatile KeyedValues<V> values;

  /** When values were last changed; read only where they have been. */
  private volatile long changedAt;

  private volatile boolean everChanged;

  public KeyTable(Ticker ticker, KeyedValues<V> values) {
    this.ticker = ticker;
    this.values = values;
    long now = ticker.nanos();
    idle = new IdleNodes<>(this, now);
    nextTelling = new AtomicLong(now);
  }

  /**
   * The node that judges calls of {@code key}, pinned: the caller must unpin it once, and ask
   * {@link #beside}.
   *
   * @param now the caller's latest reading of the ticker
   */
  public KeyNode<V> pin(@Nullable Object key, long now) {
    idle.lookIfTime(now);
    if (key == null) {
      return pinCell(ABSENT, CommonKey.ABSENT);
    }
    for (; ; ) {
      KeyNode<V> node = own.get(key);
      if (node == null) {
        node = pinFirst(key, now);
        if (node != null) {
          return node;
        }
      } else if (node.pin()) {
        return latest(node);
      } else {
        own.remove(key, node);
      }
    }
  }

  /**
   * The shared node that must admit the calls of a key as well, pinned; null almost always.
   *
   * @param node what {@link #pin} returned, still pinned
   */
  public @Nullable KeyNode<V> beside(KeyNode<V> node, long now) {
    while (!node.standsAlone()) {
      int cell = cell(node.key);
      AtomicReferenceArray<@Nullable KeyNode<V>> nodes = cells(values.sharedBy(node.key));
      KeyNode<V> shared = nodes.get(cell);
      if (shared == null || node.hasStoodFor(values.memoryNanos(), now) || isSpent(shared, now)) {
        node.standAlone();
      } else if (shared.pin()) {
        return latest(shared);
      } else {
        nodes.compareAndSet(cell, shared, null);
      }
    }
    return null;
  }

  /** Whether it remembers no call, and no call has chosen it and not been admitted yet. */
  private boolean isSpent(KeyNode<V> shared, long now) {
    long seen = shared.word();
    return KeyNode.isUnused(seen) && values.isIdle(shared.value(), now) && shared.word() == seen;
  }

  /** For a key that has no node of its own; null if it has one after all. */
  private @Nullable KeyNode<V> pinFirst(Object key, long now) {
    KeyedValues<V> latest = values;
    boolean named = latest.isNamed(key);
    if (named || (!isLong(key) && takeRoom(latest.maxKeys(), now))) {
      return pinNew(key, latest, named);
    }
    KeyNode<V> shared = pinCell(cell(key), latest.sharedBy(key));
    if (own.get(key) != null) {
      shared.unpin();
      return null;
    }
    if (!isLong(key)) {
      countOverflow(shared, now);
    }
    return shared;
  }

  private @Nullable KeyNode<V> pinNew(Object key, KeyedValues<V> latest, boolean named) {
    KeyNode<V> made = null;
    boolean used = false;
    try {
      made = new KeyNode<>(key, KeyNode.OWN, latest, !named);
      // Before it is in the map, so that no node can be there that will never be looked at.
      idle.add(made);
      used = own.putIfAbsent(key, made) == null;
    } finally {
      if (!used) {
        discard(made, named);
      }
    }
    if (!used) {
      return null;
    }
    long now = ticker.nanos();
    made.arrive(now);
    if (named && isSettled(latest, now)) {
      made.standAlone();
    }
    return latest(made);
  }

  /** Whether values were the same for so long that no shared one remembers a key that is named. */
  private boolean isSettled(KeyedValues<V> latest, long now) {
    return !everChanged || now - changedAt >= latest.memoryNanos();
  }

  private void discard(@Nullable KeyNode<V> made, boolean named) {
    if (made != null && own.get(made.key) == made) {
      made.unpin(); // The map failed after it had it: it stays, to be dropped as any other.
      return;
    }
    if (made != null) {
      made.abandon();
    }
    if (!named) {
      taken.decrementAndGet();
    }
  }

  private boolean takeRoom(int maxKeys, long now) {
    boolean looked = false;
    for (; ; ) {
      long before = taken.get();
      if (before < maxKeys) {
        if (taken.compareAndSet(before, before + 1)) {
          return true;
        }
      } else if (looked) {
        return false;
      } else {
        looked = true;
        idle.drop(before - maxKeys + 1, LOOKS_FOR_ROOM, now);
      }
    }
  }

  private AtomicReferenceArray<@Nullable KeyNode<V>> cells(Object common) {
    if (!(common instanceof Group)) {
      return cells;
    }
    AtomicReferenceArray<@Nullable KeyNode<V>> nodes = groups.get(common);
    if (nodes == null) {
      AtomicReferenceArray<@Nullable KeyNode<V>> made = new AtomicReferenceArray<>(ABSENT);
      nodes = groups.putIfAbsent(common, made);
      return nodes == null ? made : nodes;
    }
    return nodes;
  }

  /**
   * @param key what is common to all keys whose calls it counts
   */
  private KeyNode<V> pinCell(int cell, Object key) {
    AtomicReferenceArray<@Nullable KeyNode<V>> nodes = cells(key);
    for (; ; ) {
      KeyNode<V> node = nodes.get(cell);
      if (node == null) {
        KeyNode<V> made = new KeyNode<>(key, cell, values, false);
        idle.add(made);
        if (nodes.compareAndSet(cell, null, made)) {
          return latest(made);
        }
        made.abandon();
      } else if (node.pin()) {
        return latest(node);
      } else {
        nodes.compareAndSet(cell, node, null);
      }
    }
  }

  private void countOverflow(KeyNode<V> shared, long now) {
    overflowed.increment();
    long due = nextTelling.get();
    if (now - due < 0 || !nextTelling.compareAndSet(due, now + TELLING_NANOS)) {
      return;
    }
    boolean told = false;
    try {
      values.exhausted(overflowed.sum(), now);
      told = true;
    } finally {
      if (!told) {
        shared.unpin();
      }
    }
  }

  /** Changes a pinned node if it is of an earlier change and no other thread is at it. */
  private KeyNode<V> latest(KeyNode<V> node) {
    if (node.isOf(values) || !node.beginChange()) {
      return node;
    }
    boolean changed = false;
    try {
      KeyedValues<V> latest = values;
      if (!node.isOf(latest)) {
        recount(node, !latest.isNamed(node.key));
        node.change(latest);
      }
      changed = true;
    } finally {
      node.endChange();
      if (!changed) {
        node.unpin();
      }
    }
    return node;
  }

  private void recount(KeyNode<V> node, boolean counted) {
    if (node.cell == KeyNode.OWN && node.isCounted() != counted) {
      node.setCounted(counted);
      taken.addAndGet(counted ? 1 : -1);
    }
  }

  /** Removes a node that the caller retired. */
  void remove(KeyNode<V> retired) {
    if (retired.cell != KeyNode.OWN) {
      cells(retired.key).compareAndSet(retired.cell, retired, null);
      return;
    }
    try {
      own.remove(retired.key, retired);
    } finally {
      if (retired.isCounted()) {
        taken.decrementAndGet();
      }
    }
    dropped.increment();
  }

  /** Other values from now on; those in use are changed when they are next asked for. */
  public void change(KeyedValues<V> next) {
    // Before the values, so that whoever has these knows.
    changedAt = ticker.nanos();
    everChanged = true;
    values = next;
  }

  KeyedValues<V> values() {
    return values;
  }

  /** How many keys have a value of their own. */
  public int size() {
    return own.size();
  }

  /** How many keys have taken room. */
  long taken() {
    return taken.get();
  }

  /** How many shared values there are now. */
  int sharedSize() {
    int count = count(cells);
    for (AtomicReferenceArray<@Nullable KeyNode<V>> nodes : groups.values()) {
      count += count(nodes);
    }
    return count;
  }

  private int count(AtomicReferenceArray<@Nullable KeyNode<V>> nodes) {
    int count = 0;
    for (int cell = 0; cell < ABSENT; cell++) {
      count += nodes.get(cell) == null ? 0 : 1;
    }
    return count;
  }

  /** How many keys may have a value of their own. */
  public int maxKeys() {
    return values.maxKeys();
  }

  /** How many calls came with a key for which there was no room. */
  public long overflowed() {
    return overflowed.sum();
  }

  /** How many keys were dropped as idle. */
  public long dropped() {
    return dropped.sum();
  }

  /**
   * The keys with their own values, weakly consistent. The values are to be read only: they are not
   * pinned, and may be dropped meanwhile.
   */
  public void forEach(BiConsumer<Object, V> action) {
    for (KeyNode<V> node : own.values()) {
      action.accept(node.key, node.value());
    }
  }

  private static boolean isLong(Object key) {
    int length = key instanceof CompoundKey compound ? compound.length() : ((String) key).length();
    return length > MAX_KEY_LENGTH;
  }

  static int cell(Object key) {
    int cell = (key.hashCode() * 0x9E3779B9) >>> 24;
    return isLong(key) ? SHARED + cell : cell;
  }
}
