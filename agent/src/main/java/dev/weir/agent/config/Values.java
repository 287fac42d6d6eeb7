package dev.weir.agent.config;

import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one mapping of the file says, typed. */
final class Values {

  private final Node.Mapping node;
  private final String path;
  private final IdentityHashMap<Key<?>, Node> written = new IdentityHashMap<>();
  private final IdentityHashMap<Key<?>, Object> values = new IdentityHashMap<>();

  Values(Node.Mapping node, String path) {
    this.node = node;
    this.path = path;
  }

  void put(Key<?> key, Node at, @Nullable Object value) {
    written.put(key, at);
    if (value != null) {
      values.put(key, value);
    }
  }

  Node.Mapping node() {
    return node;
  }

  String path() {
    return path;
  }

  String path(Key<?> key) {
    return Paths.child(path, key.name());
  }

  /** Whether the file has the key, be its value right or wrong. */
  boolean has(Key<?> key) {
    return written.containsKey(key);
  }

  /** Where its value is written; the mapping for a key that is not. */
  Node at(Key<?> key) {
    return written.getOrDefault(key, node);
  }

  /** Null where the key is not written or wrong. */
  @SuppressWarnings("unchecked") // put is given what the key's own type read
  <T> @Nullable T get(Key<T> key) {
    return (T) values.get(key);
  }

  /** Of a list that may be left out. */
  <T> List<T> list(Key<List<T>> key) {
    List<T> list = get(key);
    return list == null ? List.of() : list;
  }

  boolean is(Key<Boolean> key, boolean otherwise) {
    Boolean value = get(key);
    return value == null ? otherwise : value;
  }
}
