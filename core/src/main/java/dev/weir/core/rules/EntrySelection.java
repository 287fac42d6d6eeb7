package dev.weir.core.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides from the patterns that a call matches which entries hold for it. Used once. */
final class EntrySelection {

  private final List<Entry> entries;
  private final List<PatternUse> matches = new ArrayList<>();
  private final BitSet holding = new BitSet();
  private final BitSet excepted = new BitSet();
  private boolean exempt;

  EntrySelection(List<Entry> entries) {
    this.entries = entries;
  }

  void add(PatternGroup group) {
    for (PatternUse use : group.uses()) {
      switch (use.role()) {
        case MATCH -> {
          matches.add(use);
          holding.set(use.entry());
        }
        case EXCEPT -> excepted.set(use.entry());
        case EXEMPT -> exempt = true;
      }
    }
  }

  /** The entries that hold, in the order of the file; none for an exempt call. */
  int[] ordinals() {
    if (exempt) {
      return new int[0];
    }
    holding.andNot(excepted);
    dropUnlistedBesideListed();
    int[] ordinals = new int[holding.cardinality()];
    int count = 0;
    for (int i = holding.nextSetBit(0); i >= 0; i = holding.nextSetBit(i + 1)) {
      ordinals[count++] = i;
    }
    return ordinals;
  }

  /** Several unlisted entries do not hide each other: "other" means those that list calls. */
  private void dropUnlistedBesideListed() {
    boolean listed = false;
    for (int i = holding.nextSetBit(0); i >= 0; i = holding.nextSetBit(i + 1)) {
      listed |= !entries.get(i).unlisted();
    }
    for (int i = holding.nextSetBit(0); listed && i >= 0; i = holding.nextSetBit(i + 1)) {
      if (entries.get(i).unlisted()) {
        holding.clear(i);
      }
    }
  }

  /** The text of the only pattern without wildcard by which these entries hold, or null. */
  @Nullable String template(int[] ordinals) {
    String template = null;
    for (PatternUse use : matches) {
      ResourcePattern pattern = use.pattern();
      if (pattern.hasWildcard() || Arrays.binarySearch(ordinals, use.entry()) < 0) {
        continue;
      }
      if (template != null && !template.equals(pattern.text())) {
        return null;
      }
      template = pattern.text();
    }
    return template;
  }
}
