package dev.weir.core.window;

import dev.weir.core.BlockReason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How many calls there were.
 *
 * @param passed calls admitted
 * @param blocked calls refused, by reason; every reason is a key
 * @param wouldBlock admitted calls that an observed rule would have refused
 * @param completed calls that ended, failed ones included
 * @param failed calls that ended with an exception or a status of 500 or more
 * @param slow calls that ended slower than a breaker allows
 * @param rtNanos sum of the response times of completed calls
 */
public record CallTotals(
    long passed,
    Map<BlockReason, Long> blocked,
    long wouldBlock,
    long completed,
    long failed,
    long slow,
    long rtNanos) {

  /** No calls. */
  public static final CallTotals NONE = new CallTotals(0, Map.of(), 0, 0, 0, 0, 0);

  public CallTotals {
    Map<BlockReason, Long> all = new EnumMap<>(BlockReason.class);
    for (BlockReason reason : BlockReason.values()) {
      all.put(reason, blocked.getOrDefault(reason, 0L));
    }
    blocked = Collections.unmodifiableMap(all);
  }

  /** Calls refused for {@code reason}. */
  public long blocked(BlockReason reason) {
    return blocked.getOrDefault(reason, 0L);
  }

  /** Calls refused for any reason. */
  public long blockedInAll() {
    long sum = 0;
    for (long count : blocked.values()) {
      sum += count;
    }
    return sum;
  }

  /**
   * Of totals since the start: calls admitted that have not ended, never below 0. Of a window it
   * says nothing.
   */
  public long inFlight() {
    return passed - completed;
  }

  /** Calls that ended and did not fail. */
  public long succeeded() {
    return completed - failed;
  }

  /** Mean response time of completed calls; -1 where none ended. */
  public long rtMeanNanos() {
    return completed == 0 ? -1 : rtNanos / completed;
  }

  /** The sums of both. */
  public CallTotals plus(CallTotals other) {
    Map<BlockReason, Long> sums = new EnumMap<>(BlockReason.class);
    for (BlockReason reason : BlockReason.values()) {
      sums.put(reason, blocked(reason) + other.blocked(reason));
    }
    return new CallTotals(
        passed + other.passed,
        sums,
        wouldBlock + other.wouldBlock,
        completed + other.completed,
        failed + other.failed,
        slow + other.slow,
        rtNanos + other.rtNanos);
  }
}
