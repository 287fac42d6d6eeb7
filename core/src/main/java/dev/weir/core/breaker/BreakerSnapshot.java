package dev.weir.core.breaker;

import dev.weir.core.rules.DurationText;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a breaker is at an instant.
 *
 * @param state {@code closed}, {@code open}, {@code half-open}, {@code forced-open} or {@code
 *     forced-closed}
 * @param sinceNanos when it became that, on the engine's ticker
 * @param calls that ended in its window; 0 unless it is closed
 * @param slow those of them that were slow
 * @param errors those of them that failed
 * @param overdue calls inside that count as slow already
 * @param admittedShare of calls, below 1 while it closes by and by, 0 while it is open
 * @param failedTrials since it was last closed
 * @param nextTrialNanos until calls are tried again; -1 where that is not known or not so
 * @param reason why it is not closed; empty if it is
 */
record BreakerSnapshot(
    String state,
    long sinceNanos,
    long calls,
    long slow,
    long errors,
    long overdue,
    double admittedShare,
    int failedTrials,
    long nextTrialNanos,
    String reason) {

  /** As users see it. */
  Map<String, Object> state(long now) {
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("state", state);
    words.put("for", DurationText.rounded(Math.max(0, now - sinceNanos)));
    words.put("calls", calls);
    words.put("slow", slow);
    words.put("errors", errors);
    words.put("overdue", overdue);
    words.put("admitted-share", admittedShare);
    words.put("failed-trials", (long) failedTrials);
    if (nextTrialNanos >= 0) {
      words.put("next-trial", DurationText.rounded(nextTrialNanos));
    }
    if (!reason.isEmpty()) {
      words.put("reason", reason);
    }
    return words;
  }

  /** Of a breaker that refuses most calls. */
  static BreakerSnapshot refusing(
      BreakerState state, int failedTrials, long nextTrialNanos, String reason) {
    return new BreakerSnapshot(
        state.text(), state.sinceNanos, 0, 0, 0, 0, 0, failedTrials, nextTrialNanos, reason);
  }
}
