package dev.weir.agent.config;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one mapping of the file says, typed. */
final class Values {

  private final Node node;
  private final String path;
  private final IdentityHashMap<Key<?>, Node> written = new IdentityHashMap<>();
  private final IdentityHashMap<Key<?>, Object> values = new IdentityHashMap<>();
  private final Set<String> mistyped = new HashSet<>();

  Values(Node node, String path) {
    this.node = node;
    this.path = path;
  }

  void put(Key<?> key, Node at, @Nullable Object value) {
    written.put(key, at);
    if (value != null) {
      values.put(key, value);
    }
  }

  Node node() {
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

  /** Names of keys that unknown ones seem to stand for. */
  Set<String> mistyped() {
    return mistyped;
  }

  /** Whether the file has the key, or another that seems to stand for it. */
  boolean wants(Key<?> key) {
    return has(key) || mistyped.contains(key.name());
  }

  /** Whether all that is written is right, as far as single values can be. */
  boolean sound() {
    return mistyped.isEmpty() && values.size() == written.size();
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

  <T> T get(Key<T> key, T otherwise) {
    T value = get(key);
    return value == null ? otherwise : value;
  }

  /** These, and of others what is not written here. All of it is told as if written here. */
  Values over(Values others) {
    Values both = new Values(node, path);
    both.mistyped.addAll(mistyped);
    both.mistyped.addAll(others.mistyped);
    for (Key<?> key : others.written.keySet()) {
      both.put(key, node, others.values.get(key));
    }
    for (Map.Entry<Key<?>, Node> here : written.entrySet()) {
      both.values.remove(here.getKey());
      both.put(here.getKey(), here.getValue(), values.get(here.getKey()));
    }
    return both;
  }

  /** As if the file did not have the key. */
  void remove(Key<?> key) {
    written.remove(key);
    values.remove(key);
  }

  boolean is(Key<Boolean> key, boolean otherwise) {
    Boolean value = get(key);
    return value == null ? otherwise : value;
  }
}
