package dev.weir.core.rules;

/**
 * Makes what judges a call of the entries that hold for it.
 *
 * @param <T> what judges a call
 */
@FunctionalInterface
public interface Composer<T> {

  /**
   * What judges the calls for which these entries hold. Two results for the same entries must be
   * interchangeable.
   *
   * @param entryOrdinals positions in {@link RuleSet#entries}, ascending, at least one; not to be
   *     changed
   */
  T compose(int[] entryOrdinals);
}
