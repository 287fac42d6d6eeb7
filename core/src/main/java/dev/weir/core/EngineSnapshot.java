package dev.weir.core;

import dev.weir.core.window.CallTotals;
import dev.weir.core.window.StatisticsSnapshot;
import java.util.List;
import java.util.Map;

/**
 * What the engine has counted since it was made. Each number is exact; calls that begin or end
 * while the snapshot is taken may be in one number and not yet in another.
 *
 * @param all calls, each counted once however many entries it matches
 * @param entries those in force, in the order of the file
 * @param unlisted calls that no entry matches, by name; those that have no name of their own under
 *     {@code <kind>:other}
 */
public record EngineSnapshot(
    CallTotals all, List<EntrySnapshot> entries, List<EntrySnapshot> unlisted) {

  public EngineSnapshot {
    entries = List.copyOf(entries);
    unlisted = List.copyOf(unlisted);
  }

  /** Calls admitted. */
  public long passed() {
    return all.passed();
  }

  /** Calls refused, by reason; every reason is a key. */
  public Map<BlockReason, Long> blocked() {
    return all.blocked();
  }

  /** Admitted calls that an observed rule would have refused. */
  public long wouldBlock() {
    return all.wouldBlock();
  }

  /** Calls admitted that have not ended, never below 0. */
  public long inFlight() {
    return all.inFlight();
  }

  /**
   * What one entry has counted, or one name that no entry matches.
   *
   * @param name as users see it
   * @param match the patterns of its calls as written
   * @param totals since it was first in force
   * @param windows of the last second and minute
   * @param rules what each of its rules is doing
   */
  public record EntrySnapshot(
      String name,
      List<String> match,
      CallTotals totals,
      StatisticsSnapshot windows,
      List<RuleSnapshot> rules) {

    public EntrySnapshot {
      match = List.copyOf(match);
      rules = List.copyOf(rules);
    }

    /** Calls admitted. */
    public long passed() {
      return totals.passed();
    }

    /** Calls that this entry refused, by reason; every reason is a key. */
    public Map<BlockReason, Long> blocked() {
      return totals.blocked();
    }

    /** Calls that this entry refused for {@code reason}. */
    public long blocked(BlockReason reason) {
      return totals.blocked(reason);
    }

    /** Admitted calls that an observed rule of this entry would have refused. */
    public long wouldBlock() {
      return totals.wouldBlock();
    }

    /** Calls that ended, failed ones included. */
    public long completed() {
      return totals.completed();
    }

    /** Calls that ended with an exception or a status of 500 or more. */
    public long failed() {
      return totals.failed();
    }

    /** Sum of the response times of completed calls. */
    public long rtNanos() {
      return totals.rtNanos();
    }

    /** Calls admitted that have not ended, never below 0. */
    public long inFlight() {
      return totals.inFlight();
    }
  }
}
