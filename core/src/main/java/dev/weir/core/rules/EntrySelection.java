package dev.weir.core.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides from the patterns that a call matches which entries may hold for it. Used once. */
final class EntrySelection {

  private static final int[] NONE = {};

  private final RuleSet rules;
  private final List<Entry> entries;
  private final List<PatternUse> matches = new ArrayList<>();
  private final BitSet holding = new BitSet();
  private final BitSet excepted = new BitSet();
  private final BitSet exemptions = new BitSet();

  /**
   * @param entries of the rules, in force
   */
  EntrySelection(RuleSet rules, List<Entry> entries) {
    this.rules = rules;
    this.entries = entries;
  }

  void add(PatternGroup group) {
    for (PatternUse use : group.uses()) {
      switch (use.role()) {
        case MATCH -> {
          matches.add(use);
          holding.set(use.ordinal());
        }
        case EXCEPT -> excepted.set(use.ordinal());
        case EXEMPT -> exemptions.set(use.ordinal());
      }
    }
  }

  /** In the order of the file; no entries for a call that is exempt in any case. */
  Candidates candidates() {
    holding.andNot(excepted);
    if (isExempt()) {
      return new Candidates(NONE, NONE);
    }
    if (!anyConditional()) {
      Unlisted.dropBesideListed(holding, entries);
    }
    return new Candidates(ordinals(holding), ordinals(exemptions));
  }

  /** Settles what depends on no request. */
  private boolean isExempt() {
    for (int i = exemptions.nextSetBit(0); i >= 0; i = exemptions.nextSetBit(i + 1)) {
      Exemption exemption = rules.exempt().get(i);
      if (exemption.when().isEmpty()) {
        if (!exemption.systemOnly()) {
          return true;
        }
        holding.clear(RuleSet.SYSTEM);
        exemptions.clear(i);
      }
    }
    return false;
  }

  private boolean anyConditional() {
    for (int i = holding.nextSetBit(0); i >= 0; i = holding.nextSetBit(i + 1)) {
      if (!entries.get(i).conditions().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static int[] ordinals(BitSet set) {
    int[] ordinals = new int[set.cardinality()];
    int count = 0;
    for (int i = set.nextSetBit(0); i >= 0; i = set.nextSetBit(i + 1)) {
      ordinals[count++] = i;
    }
    return ordinals;
  }

  /** The text of the only pattern without wildcard by which these entries hold, or null. */
  @Nullable String template(int[] ordinals) {
    String template = null;
    for (PatternUse use : matches) {
      ResourcePattern pattern = use.pattern();
      if (pattern.hasWildcard() || Arrays.binarySearch(ordinals, use.ordinal()) < 0) {
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
