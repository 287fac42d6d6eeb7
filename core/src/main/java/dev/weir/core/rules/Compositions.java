package dev.weir.core.rules;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What was composed so far, one for each set of entries. */
final class Compositions<T> {

  private final Composer<T> composer;
  private final Map<Key, T> known = new HashMap<>();

  Compositions(Composer<T> composer) {
    this.composer = composer;
  }

  /**
   * @param keep whether to remember what is composed
   */
  synchronized T of(int[] ordinals, boolean keep) {
    Key key = new Key(ordinals);
    T value = known.get(key);
    if (value == null) {
      value = composer.compose(ordinals);
      if (keep) {
        known.put(key, value);
      }
    }
    return value;
  }

  /** Not a record: an array compares by identity, and the methods of records start slowly. */
  private static final class Key {

    private final int[] ordinals;

    Key(int[] ordinals) {
      this.ordinals = ordinals;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key that && Arrays.equals(ordinals, that.ordinals);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(ordinals);
    }
  }
}
