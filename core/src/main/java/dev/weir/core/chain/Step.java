package dev.weir.core.chain;

/**
 * A slot's place in the chains of its entry.
 *
 * @param enforced whether it refuses calls; else what it would refuse is counted
 */
record Step(Slot slot, EntryCounters counters, boolean enforced) {}
