package dev.weir.core.rules;

/**
 * Makes what judges a call of the entries that may hold for it.
 *
 * @param <T> what judges a call
 */
@FunctionalInterface
public interface Composer<T> {

  /**
   * What judges the calls of these candidates, of which there is at least one entry. Two results
   * for the same candidates must be interchangeable.
   */
  T compose(Candidates candidates);
}
