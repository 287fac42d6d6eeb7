package dev.weir.core.rules;

import dev.weir.core.rules.MatchSet.Resolved;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sets of groups of one kind of calls. Bounded: with patterns such as {@code /*a*}, {@code
 * /*b*}, … a caller chooses which of 2^n sets occurs. Beyond the bound sets are made for each call
 * and forgotten, which is slower and no less right.
 */
final class MatchSets<T> {

  private static final int AT_LEAST = 4096;

  private final RuleSet rules;
  private final List<Entry> entries;
  private final Compositions<T> compositions;
  private final int capacity;
  private final MatchSet<T> empty;
  private volatile int count;

  MatchSets(RuleSet rules, Compositions<T> compositions, int groups) {
    this.rules = rules;
    this.entries = rules.inForce();
    this.compositions = compositions;
    this.capacity = Math.max(AT_LEAST, 4 * groups);
    this.empty = new MatchSet<>(this, null, null, 2);
  }

  MatchSet<T> empty() {
    return empty;
  }

  MatchSet<T> grow(MatchSet<T> set, PatternGroup group) {
    if (count >= capacity) {
      return new MatchSet<>(this, set, group, 1);
    }
    synchronized (this) {
      MatchSet<T> found = set.find(group);
      if (found == null) {
        found = new MatchSet<>(this, set, group, 2);
        set.put(found);
        count = count + 1;
      }
      return found;
    }
  }

  Resolved<T> resolve(MatchSet<T> set) {
    EntrySelection selection = new EntrySelection(rules, entries);
    for (MatchSet<T> each = set; each != null; each = each.smaller()) {
      PatternGroup group = each.last();
      if (group != null) {
        selection.add(group);
      }
    }
    Candidates candidates = selection.candidates();
    if (candidates.entries().length == 0) {
      return new Resolved<>(null, null);
    }
    return new Resolved<>(
        compositions.of(candidates, count < capacity), selection.template(candidates.entries()));
  }

  /** For tests: how many sets are kept. */
  int size() {
    return count;
  }

  @Nullable T value(MatchSet<T> set) {
    return set == empty ? null : set.resolved().value();
  }
}
