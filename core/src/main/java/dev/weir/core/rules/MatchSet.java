package dev.weir.core.rules;

import org.jspecify.annotations.Nullable;

/**
 * The groups of patterns that one call matches: a node in a tree of all sets that occurred so far.
 * A look-up starts at the empty set and steps to a larger one with each group that it finds. It
 * finds them in an order that the index fixes, so that a set is one node, and steps allocate
 * nothing once a set has occurred.
 */
final class MatchSet<T> {

  private final MatchSets<T> owner;
  private final @Nullable MatchSet<T> smaller;
  private final @Nullable PatternGroup last;

  /**
   * Larger sets in an open hash table by the number of their last group; its length is a power of
   * two. Slots are written under the owner's lock and read without: what a race shows is null,
   * which only leads to the lock, or a set whose final fields the memory model completes.
   */
  private volatile @Nullable MatchSet<T>[] larger;

  private int largerCount;

  private volatile @Nullable Resolved<T> resolved;

  MatchSet(
      MatchSets<T> owner, @Nullable MatchSet<T> smaller, @Nullable PatternGroup last, int slots) {
    this.owner = owner;
    this.smaller = smaller;
    this.last = last;
    this.larger = table(slots);
  }

  /** This set and {@code group}. */
  MatchSet<T> plus(PatternGroup group) {
    MatchSet<T> found = find(group);
    return found != null ? found : owner.grow(this, group);
  }

  @Nullable MatchSet<T> find(PatternGroup group) {
    @Nullable MatchSet<T>[] table = larger;
    int mask = table.length - 1;
    for (int slot = group.number() & mask; ; slot = (slot + 1) & mask) {
      MatchSet<T> set = table[slot];
      if (set == null || set.last == group) {
        return set;
      }
    }
  }

  /** Under the owner's lock. */
  void put(MatchSet<T> set) {
    if (2 * (largerCount + 1) > larger.length) {
      @Nullable MatchSet<T>[] grown = table(2 * larger.length);
      for (MatchSet<T> each : larger) {
        if (each != null) {
          insert(grown, each);
        }
      }
      larger = grown;
    }
    insert(larger, set);
    largerCount++;
  }

  private static <T> void insert(@Nullable MatchSet<T>[] table, MatchSet<T> set) {
    PatternGroup group = set.last;
    int mask = table.length - 1;
    int slot = (group == null ? 0 : group.number()) & mask;
    while (table[slot] != null) {
      slot = (slot + 1) & mask;
    }
    table[slot] = set;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
  private static <T> @Nullable MatchSet<T>[] table(int slots) {
    return new MatchSet[slots];
  }

  /** What this set means for a call. */
  Resolved<T> resolved() {
    Resolved<T> known = resolved;
    if (known == null) {
      known = owner.resolve(this);
      resolved = known;
    }
    return known;
  }

  @Nullable MatchSet<T> smaller() {
    return smaller;
  }

  @Nullable PatternGroup last() {
    return last;
  }

  /**
   * @param value what judges the call, or null where nothing does
   * @param template the only pattern without wildcard that holds, as written, or null
   */
  record Resolved<T>(@Nullable T value, @Nullable String template) {}
}
