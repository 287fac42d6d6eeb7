package dev.weir.examples;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The agent's counts at one instant.
 *
 * @param atNanos {@link System#nanoTime()} of this JVM when they were read
 */
record Snapshot(
    long atNanos,
    String mode,
    String rulesHash,
    boolean rulesValid,
    long inFlight,
    long suppressedFailures,
    List<Counts> entries) {

  /** Of one entry since the start of its JVM. */
  record Counts(
      String name,
      long passed,
      Map<String, Long> blockedByReason,
      long wouldBlock,
      long completed,
      long rtSumNanos) {

    long blocked() {
      long sum = 0;
      for (long count : blockedByReason.values()) {
        sum += count;
      }
      return sum;
    }
  }

  @Nullable Counts entry(String name) {
    for (Counts counts : entries) {
      if (counts.name().equals(name)) {
        return counts;
      }
    }
    return null;
  }
}
