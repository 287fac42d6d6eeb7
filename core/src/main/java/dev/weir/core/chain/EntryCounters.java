package dev.weir.core.chain;

import dev.weir.core.BlockReason;
import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.RuleSnapshot;
import dev.weir.core.window.CallStatistics;
import dev.weir.core.window.CallTotals;
import java.util.List;

/**
 * The statistics of one entry since it was first in force, whatever its rules have been.
 *
 * <p>A call can match several entries. It is counted as a call of the first of them, and as shared
 * in the others: an entry's calls are both, and all calls are the sum of those that are not shared
 * over all entries, with no counter that every call of the JVM writes to.
 */
final class EntryCounters {

  private final CallStatistics statistics;

  /** Slower calls are counted as slow. */
  private volatile long slowNanos = Long.MAX_VALUE;

  /**
   * Counters of no calls.
   *
   * @param originNanos when the engine began
   */
  EntryCounters(long originNanos) {
    statistics = new CallStatistics(originNanos);
  }

  /** A reload may set another. */
  void slowNanos(long nanos) {
    slowNanos = nanos;
  }

  /** Counts an admitted call for which this is the entry at {@code position}. */
  void pass(long now, int position) {
    statistics.passed(now, position != 0);
  }

  /** Counts the end of a call that {@link #pass} counted at the same position. */
  void complete(long now, long rtNanos, boolean failed, int position) {
    statistics.completed(now, rtNanos, failed, rtNanos > slowNanos, position != 0);
  }

  void block(BlockReason reason, long now) {
    statistics.blocked(reason, now);
  }

  void wouldBlock(long now) {
    statistics.wouldBlock(now);
  }

  EntrySnapshot snapshot(String name, List<String> match, List<RuleSnapshot> rules, long now) {
    return new EntrySnapshot(name, match, statistics.totals(), statistics.snapshot(now), rules);
  }

  long lastActivityNanos(long now) {
    return statistics.lastActivityNanos(now);
  }

  /** Only the calls that no other entry counts as well. */
  CallTotals contribution() {
    return statistics.ownTotals();
  }
}
