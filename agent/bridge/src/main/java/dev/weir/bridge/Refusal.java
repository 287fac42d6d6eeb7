package dev.weir.bridge;

/**
 * A verdict that a call may not run, on its way from the engine to the edge. A value, not an
 * exception. Immutable.
 */
public final class Refusal {

  private final Object block;

  /**
   * @param block the engine's own verdict, opaque here
   */
  public Refusal(Object block) {
    this.block = block;
  }

  /** The engine's own verdict. */
  public Object block() {
    return block;
  }

  @Override
  public String toString() {
    return block.toString();
  }
}
