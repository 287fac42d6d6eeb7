package dev.weir.core.rules;

import org.jspecify.annotations.Nullable;

/** Numbers the groups of one index while it is built. */
final class PatternGroups {

  private int count;

  /** Adds to {@code group}, which is made where there is none yet. */
  PatternGroup with(@Nullable PatternGroup group, PatternUse use) {
    PatternGroup target = group == null ? new PatternGroup(count++) : group;
    target.add(use);
    return target;
  }

  int count() {
    return count;
  }
}
