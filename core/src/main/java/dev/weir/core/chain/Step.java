package dev.weir.core.chain;

import dev.weir.core.chain.SlotType.Phase;
import org.jspecify.annotations.Nullable;

/** A slot's place in the chains of its entry. */
final class Step implements Part {

  final Slot slot;

  /** The same slot if it follows calls to their end, else null. */
  final @Nullable FollowingSlot following;

  /** The same slot if it is of phase {@link Phase#RESERVE}, else null. */
  final @Nullable ReservingSlot reserving;

  /** The same slot if it judges some calls otherwise, else null. */
  final @Nullable PrioritySlot priority;

  final Phase phase;
  final EntryCounters counters;

  /** Whether it refuses calls; else what it would refuse is counted. */
  final boolean enforced;

  Step(Slot slot, Phase phase, EntryCounters counters, boolean enforced) {
    this.slot = slot;
    this.following = slot instanceof FollowingSlot follower ? follower : null;
    this.reserving = phase == Phase.RESERVE ? (ReservingSlot) slot : null;
    this.priority =
        slot instanceof PrioritySlot candidate && candidate.hasPriority() ? candidate : null;
    this.phase = phase;
    this.counters = counters;
    this.enforced = enforced;
  }
}
