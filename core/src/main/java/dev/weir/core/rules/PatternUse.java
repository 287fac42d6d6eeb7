package dev.weir.core.rules;

/**
 * One pattern where it stands in a rule file.
 *
 * @param entry position of its entry; of no meaning where it exempts
 */
record PatternUse(ResourcePattern pattern, int entry, Role role) {

  enum Role {
    MATCH,
    EXCEPT,
    EXEMPT
  }
}
