package dev.weir.core.rules;

/**
 * One pattern where it stands in a rule file.
 *
 * @param ordinal position of its entry in {@link RuleSet#inForce}; where it exempts, that in {@link
 *     RuleSet#exempt}
 */
record PatternUse(ResourcePattern pattern, int ordinal, Role role) {

  enum Role {
    MATCH,
    EXCEPT,
    EXEMPT
  }
}
