package dev.weir.core.chain;

import dev.weir.core.chain.SlotType.Phase;
import org.jspecify.annotations.Nullable;

/** The steps of a chain: as they look, in the order of the file, and as they take, by phase. */
final class Steps {

  private final Step[] looks;

  /** In the order of their phases, so that a wait comes before all that is counted. */
  final Step[] takes;

  /** How many of the first steps that take shed, or reserve an instant to come: before the wait. */
  final int reserving;

  /** Whether one of them follows calls to their end. */
  final boolean follow;

  /** Whether none is only observed. */
  final boolean enforced;

  /**
   * @param looks in the order in which they are asked: that of the file
   */
  Steps(Step[] looks) {
    this.looks = looks;
    this.takes = byPhase(looks);
    int reserve = 0;
    boolean anyFollows = false;
    boolean allEnforced = true;
    for (Step step : looks) {
      reserve += step.phase.compareTo(Phase.WAIT) < 0 ? 1 : 0;
      anyFollows |= step.following != null;
      allEnforced &= step.enforced;
    }
    this.reserving = reserve;
    this.follow = anyFollows;
    this.enforced = allEnforced;
  }

  private static Step[] byPhase(Step[] steps) {
    if (steps.length == 1) {
      return steps;
    }
    Step[] ordered = new Step[steps.length];
    int next = 0;
    for (Phase phase : Phase.values()) {
      for (Step step : steps) {
        if (step.phase == phase) {
          ordered[next++] = step;
        }
      }
    }
    return ordered;
  }

  /** Whether a look is worth it: a single slot refuses by itself without having taken anything. */
  boolean areLookedAt() {
    return looks.length > 1;
  }

  /** The first that would refuse, of those that are enforced or of those that are not. */
  @Nullable Step firstFull(boolean ofEnforced, long now) {
    for (Step step : looks) {
      if (step.enforced == ofEnforced && step.slot.isFull(now)) {
        return step;
      }
    }
    return null;
  }
}
