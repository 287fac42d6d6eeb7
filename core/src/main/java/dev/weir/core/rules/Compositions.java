package dev.weir.core.rules;

import java.util.HashMap;
import java.util.Map;

/** What was composed so far, one for each set of candidates. */
final class Compositions<T> {

  private final Composer<T> composer;
  private final Map<Candidates, T> known = new HashMap<>();

  Compositions(Composer<T> composer) {
    this.composer = composer;
  }

  /**
   * @param keep whether to remember what is composed
   */
  synchronized T of(Candidates candidates, boolean keep) {
    T value = known.get(candidates);
    if (value == null) {
      value = composer.compose(candidates);
      if (keep) {
        known.put(candidates, value);
      }
    }
    return value;
  }
}
