package dev.weir.core;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the engine has counted since it was made. Each number is exact; calls that begin or end
 * while the snapshot is taken may be in one number and not yet in another.
 *
 * @param all calls, each counted once however many entries it matches; under the name {@code all}
 * @param entries those in force, in the order of the file
 */
public record EngineSnapshot(EntrySnapshot all, List<EntrySnapshot> entries) {

  public EngineSnapshot {
    entries = List.copyOf(entries);
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
   * What one entry has counted.
   *
   * @param name as users see it
   * @param match the patterns of its calls as written; none for a sum
   * @param passed calls admitted
   * @param blocked calls that this entry refused, by reason; every reason is a key
   * @param wouldBlock admitted calls that an observed rule of this entry would have refused
   * @param completed calls that ended, failed ones included
   * @param failed calls that ended with an exception or a status of 500 or more
   * @param rtNanos sum of the response times of completed calls
   */
  public record EntrySnapshot(
      String name,
      List<String> match,
      long passed,
      Map<BlockReason, Long> blocked,
      long wouldBlock,
      long completed,
      long failed,
      long rtNanos) {

    public EntrySnapshot {
      match = List.copyOf(match);
      Map<BlockReason, Long> copy = new EnumMap<>(BlockReason.class);
      copy.putAll(blocked);
      blocked = Collections.unmodifiableMap(copy);
    }

    static EntrySnapshot none(String name) {
      return new EntrySnapshot(name, List.of(), 0, Map.of(), 0, 0, 0, 0);
    }

    /** Calls admitted that have not ended, never below 0. */
    public long inFlight() {
      return passed - completed;
    }

    /** Calls refused for {@code reason}. */
    public long blocked(BlockReason reason) {
      return blocked.getOrDefault(reason, 0L);
    }

    /** The sums of both, under this name. */
    public EntrySnapshot plus(EntrySnapshot other) {
      Map<BlockReason, Long> sums = new EnumMap<>(BlockReason.class);
      for (BlockReason reason : BlockReason.values()) {
        sums.put(reason, blocked(reason) + other.blocked(reason));
      }
      return new EntrySnapshot(
          name,
          match,
          passed + other.passed,
          sums,
          wouldBlock + other.wouldBlock,
          completed + other.completed,
          failed + other.failed,
          rtNanos + other.rtNanos);
    }
  }
}
