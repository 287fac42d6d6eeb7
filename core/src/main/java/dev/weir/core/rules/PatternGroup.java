package dev.weir.core.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * The patterns that match together or not at all, since they end at the same place of a look-up
 * structure. Filled while an index is built, only read after.
 */
final class PatternGroup {

  /** Distinct within an index; spreads the groups over hash tables. */
  private final int number;

  private final List<PatternUse> uses = new ArrayList<>(1);

  PatternGroup(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  void add(PatternUse use) {
    uses.add(use);
  }

  List<PatternUse> uses() {
    return uses;
  }
}
