package dev.weir.core.chain;

import dev.weir.core.CallAttributes;
import dev.weir.core.chain.SlotType.Phase;

/** An asking slot's place in the chains of its entry: a step for the calls that it may refuse. */
final class AskingStep implements Part {

  private final AskingSlot slot;
  private final Phase phase;
  private final EntryCounters counters;
  private final boolean enforced;

  AskingStep(AskingSlot slot, Phase phase, EntryCounters counters, boolean enforced) {
    this.slot = slot;
    this.phase = phase;
    this.counters = counters;
    this.enforced = enforced;
  }

  /** Adds what judges the call, if anything does. */
  void bind(CallAttributes attributes, Binding binding) {
    Slot judging = slot.judging(attributes);
    if (judging != null) {
      binding.add(new Step(judging, phase, counters, enforced));
    }
  }
}
