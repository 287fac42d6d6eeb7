package dev.weir.agent.door;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of objects of the application, as long as they live. Keys are told apart by
 * identity: proxies hand {@code equals} on to what they stand for, so that one would be found under
 * the other, or worse, a connection be asked from the depth of a map. Values must not refer to
 * keys. Safe for use by many threads.
 */
final class WeakIdentityMap<V> {

  private final ConcurrentHashMap<Object, V> values = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

  @Nullable V get(Object key) {
    return values.get(new Probe(key));
  }

  void put(Object key, V value) {
    removeCollected();
    values.put(new Key(key, collected), value);
  }

  void remove(Object key) {
    removeCollected();
    values.remove(new Probe(key));
  }

  /** Entries, those of collected keys included that were not removed yet. */
  int size() {
    removeCollected();
    return values.size();
  }

  private void removeCollected() {
    Reference<?> key = collected.poll();
    while (key != null) {
      values.remove(key);
      key = collected.poll();
    }
  }

  private static final class Key extends WeakReference<Object> {

    private final int hash;

    Key(Object referent, ReferenceQueue<Object> queue) {
      super(referent, queue);
      this.hash = System.identityHashCode(referent);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    /** A key whose object is gone still equals itself, so that it can be removed. */
    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      Object referent = get();
      return referent != null && other instanceof Key key && key.refersTo(referent);
    }
  }

  /** Finds a {@link Key} without being one: no reference for the collector to look after. */
  private record Probe(Object referent) {

    @Override
    public int hashCode() {
      return System.identityHashCode(referent);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && key.refersTo(referent);
    }
  }
}
