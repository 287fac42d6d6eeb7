package dev.weir.core.chain;

/** A slot that judges its calls by how many there are of other entries. */
public interface RelatedSlot extends Slot {

  /** Whose calls count: the name of an entry, or one of the resources it matches as written. */
  String related();

  /** What takes a permit for each of those calls, and refuses none. */
  Slot counting();
}
