package dev.weir.core.chain;

import dev.weir.core.BlockReason;
import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.ResourcePattern;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * The statistics of one entry since it was first in force, whatever its rules have been.
 *
 * <p>A call can match several entries. It is counted in {@link #calls} of the first of them and in
 * {@link #sharedCalls} of the others: an entry's calls are both, and all calls are the sum of
 * {@code calls} over all entries, with no counter that every call of the JVM writes to.
 */
final class EntryCounters {

  private final CallCounters calls = new CallCounters();
  private final CallCounters sharedCalls = new CallCounters();
  private final LongAdder wouldBlock = new LongAdder();
  private final Map<BlockReason, LongAdder> blocked = new EnumMap<>(BlockReason.class);

  EntryCounters() {
    for (BlockReason reason : BlockReason.values()) {
      blocked.put(reason, new LongAdder());
    }
  }

  /** Where a call is counted for which this is the entry at {@code position}. */
  CallCounters calls(int position) {
    return position == 0 ? calls : sharedCalls;
  }

  void block(BlockReason reason) {
    refused(reason).increment();
  }

  void wouldBlock() {
    wouldBlock.increment();
  }

  EntrySnapshot snapshot(Entry entry) {
    CallTotals totals = new CallTotals();
    calls.addTo(totals);
    sharedCalls.addTo(totals);
    return snapshot(entry, totals);
  }

  /** Only the calls that no other entry counts as well. */
  EntrySnapshot contribution(Entry entry) {
    CallTotals totals = new CallTotals();
    calls.addTo(totals);
    return snapshot(entry, totals);
  }

  private EntrySnapshot snapshot(Entry entry, CallTotals totals) {
    Map<BlockReason, Long> byReason = new EnumMap<>(BlockReason.class);
    for (BlockReason reason : BlockReason.values()) {
      byReason.put(reason, refused(reason).sum());
    }
    List<String> match = new ArrayList<>();
    for (ResourcePattern pattern : entry.match()) {
      match.add(pattern.text());
    }
    return new EntrySnapshot(
        entry.display(),
        match,
        totals.passed,
        byReason,
        wouldBlock.sum(),
        totals.completed,
        totals.failed,
        totals.rtNanos);
  }

  private LongAdder refused(BlockReason reason) {
    return Objects.requireNonNull(blocked.get(reason));
  }
}
