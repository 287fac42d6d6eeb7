package dev.weir.core.rules;

import java.util.Arrays;

/**
 * The entries that may hold for a call by its name. Where none of them has conditions, and no
 * exemption, they do hold. Equal for the same of both.
 *
 * <p>Not a record: an array compares by identity, and the methods of records start slowly.
 */
public final class Candidates {

  private static final int[] NONE = {};

  private final int[] entries;
  private final int[] exemptions;

  /**
   * @param entries positions in {@link RuleSet#inForce}, ascending; not to be changed
   * @param exemptions positions in {@link RuleSet#exempt} of those that depend on the request,
   *     ascending; not to be changed
   */
  public Candidates(int[] entries, int[] exemptions) {
    this.entries = entries;
    this.exemptions = exemptions;
  }

  /** Entries that hold. */
  public static Candidates certain(int[] entries) {
    return new Candidates(entries, NONE);
  }

  /** Positions in {@link RuleSet#inForce}, ascending; not to be changed. */
  public int[] entries() {
    return entries;
  }

  /** Positions in {@link RuleSet#exempt}, ascending; not to be changed. */
  public int[] exemptions() {
    return exemptions;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Candidates that
        && Arrays.equals(entries, that.entries)
        && Arrays.equals(exemptions, that.exemptions);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(entries) + Arrays.hashCode(exemptions);
  }
}
