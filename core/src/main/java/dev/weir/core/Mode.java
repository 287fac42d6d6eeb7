package dev.weir.core;

/** How far rules act. In ascending order, so that a cap is a minimum. */
public enum Mode {
  /** Rules are not evaluated. */
  OFF,
  /** Rules are evaluated and what they would refuse is counted; nothing is refused or delayed. */
  OBSERVE,
  /** Rules act. */
  ENFORCE;

  /** This mode, or {@code cap} where that is lower. */
  public Mode cappedBy(Mode cap) {
    return compareTo(cap) <= 0 ? this : cap;
  }
}
