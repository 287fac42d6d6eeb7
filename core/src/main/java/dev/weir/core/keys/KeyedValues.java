package dev.weir.core.keys;

/**
 * What a {@link KeyTable} holds for its keys: how values are made, and what they are like. Keys are
 * what the table was asked for, or a {@link CommonKey}. Thread-safe. Made anew for each change, as
 * the table tells by identity which values are of an earlier one.
 *
 * @param <V> the values; thread-safe
 */
public interface KeyedValues<V> {

  /**
   * A value that has counted nothing. Several threads may ask for one key; one of these is used.
   */
  V make(Object key);

  /**
   * What a value of an earlier change is from now on, with all that it counted. Asked once for a
   * key, by one thread at a time, while other threads may still use {@code before}.
   */
  V upgraded(Object key, V before);

  /**
   * Whether the value is as good as a new one: for a whole period it granted nothing, and nothing
   * is inside or waiting.
   *
   * @param now a reading of the ticker, of any age
   */
  boolean isIdle(V value, long now);

  /** How many keys have a value of their own; at least 1. */
  int maxKeys();

  /** Whether a key has a value of its own in any case. Such keys are few, and are not counted. */
  boolean isNamed(Object key);

  /**
   * What the key's calls are counted by where it can have no value of its own: {@link
   * CommonKey#SHARED}, or a {@link Group} of keys whose shared values are made otherwise. Never a
   * group for a named key.
   */
  default Object sharedBy(Object key) {
    return CommonKey.SHARED;
  }

  /** How long a value remembers a call that it admitted, at most, in nanoseconds. */
  long memoryNanos();

  /**
   * Told at most once a minute, while there is a key without a value of its own.
   *
   * @param overflowed how many calls came with such a key since the start
   */
  void exhausted(long overflowed, long now);
}
