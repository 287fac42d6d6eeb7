package dev.weir.core.keys;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The queue in which all nodes wait to be looked at, and dropped if they are idle. Thread-safe; the
 * threads that ask the table do it.
 */
final class IdleNodes<V> {

  /** How long a round through all nodes takes while there are calls enough. */
  private static final long ROUND_NANOS = 60_000_000_000L;

  /** How many nodes are looked at when it is time, and at most when it has long been. */
  private static final int TURN = 16;

  private static final int LATE_TURN = 4 * TURN;

  private final KeyTable<V> table;
  private final ConcurrentLinkedQueue<KeyNode<V>> queue = new ConcurrentLinkedQueue<>();
  private final AtomicLong nextTurn;

  IdleNodes(KeyTable<V> table, long now) {
    this.table = table;
    nextTurn = new AtomicLong(now);
  }

  void add(KeyNode<V> node) {
    queue.add(node);
  }

  /** Looks at some nodes if it is time to. */
  void lookIfTime(long now) {
    long due = nextTurn.get();
    if (now - due >= 0) {
      takeTurn(due, now);
    }
  }

  private void takeTurn(long due, long now) {
    long pause = ROUND_NANOS / (table.size() / TURN + 1);
    if (nextTurn.compareAndSet(due, now + pause)) {
      long turns = Math.min(LATE_TURN / TURN, 1 + (now - due) / pause);
      drop(LATE_TURN, (int) turns * TURN, now);
    }
  }

  /** Drops up to {@code enough} of the next {@code looks} nodes. */
  void drop(long enough, int looks, long now) {
    KeyedValues<V> values = table.values();
    long missing = enough;
    for (int i = 0; i < looks && missing > 0; i++) {
      KeyNode<V> node = queue.poll();
      if (node == null) {
        return;
      }
      long seen = node.word();
      if (!KeyNode.isRetired(seen) && drop(node, seen, values, now)) {
        missing--;
      }
    }
  }

  private boolean drop(KeyNode<V> node, long seen, KeyedValues<V> values, long now) {
    boolean dropped = false;
    try {
      dropped = KeyNode.isUnused(seen) && values.isIdle(node.value(), now) && node.retire(seen);
    } finally {
      if (!dropped) {
        queue.add(node);
      }
    }
    if (dropped) {
      table.remove(node);
    }
    return dropped;
  }
}
