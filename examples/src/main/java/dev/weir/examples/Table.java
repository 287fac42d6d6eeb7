package dev.weir.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The agent's counts as lines of at most 80 columns. */
final class Table {

  private Table() {}

  /**
   * @param before a second or so earlier, for what is shown per second
   * @param limits as written, by entry
   */
  static List<String> lines(Snapshot now, Snapshot before, Map<String, String> limits) {
    List<String> lines = new ArrayList<>();
    lines.add(rule());
    lines.add("                  |-- in the last second -|  |--------- since start ----------");
    lines.add(row("entry", "limit", "passed", "blocked", "RT ms", "passed", "RT ms", "blocked by"));
    for (Snapshot.Counts counts : now.entries()) {
      lines.add(line(counts, limits.getOrDefault(counts.name(), ""), now, before));
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "mode %s, rules %s %s, in flight %d, suppressed failures %d",
            now.mode(),
            shortHash(now),
            now.rulesValid() ? "valid" : "NOT VALID",
            now.inFlight(),
            now.suppressedFailures()));
    lines.add(rule());
    return lines;
  }

  private static String line(Snapshot.Counts counts, String limit, Snapshot now, Snapshot before) {
    Snapshot.Counts last = before.entry(counts.name());
    double seconds = (now.atNanos() - before.atNanos()) / 1e9;
    return row(
        counts.name(),
        limit,
        perSecond(counts.passed() - (last == null ? 0 : last.passed()), seconds),
        perSecond(counts.blocked() - (last == null ? 0 : last.blocked()), seconds),
        meanMillis(counts, last),
        count(counts.passed()),
        meanMillis(counts, null),
        reasons(counts));
  }

  private static String row(Object... cells) {
    return String.format(Locale.ROOT, "%-10.10s %6s %8s %7s %6s  %9s %6s  %s", cells)
        .stripTrailing();
  }

  /** As counted where the time is a tick; a share of it where a busy machine let more pass. */
  static String perSecond(long calls, double seconds) {
    return count(Math.round(calls / Math.max(1, seconds)));
  }

  private static String meanMillis(Snapshot.Counts counts, Snapshot.@Nullable Counts since) {
    long completed = counts.completed() - (since == null ? 0 : since.completed());
    long nanos = counts.rtSumNanos() - (since == null ? 0 : since.rtSumNanos());
    return completed <= 0 ? "-" : String.format(Locale.ROOT, "%.2f", nanos / 1e6 / completed);
  }

  private static String reasons(Snapshot.Counts counts) {
    StringJoiner reasons = new StringJoiner(", ");
    counts.blockedByReason().forEach((reason, calls) -> addReason(reasons, reason, calls));
    addReason(reasons, "would block", counts.wouldBlock());
    return reasons.length() == 0 ? "-" : reasons.toString();
  }

  private static void addReason(StringJoiner reasons, String reason, long calls) {
    if (calls > 0) {
      reasons.add(reason + " " + count(calls));
    }
  }

  static String count(long calls) {
    return String.format(Locale.ROOT, "%,d", calls);
  }

  private static String shortHash(Snapshot snapshot) {
    String hash = snapshot.rulesHash();
    return hash.substring(0, Math.min(12, hash.length()));
  }

  private static String rule() {
    return "-".repeat(79);
  }
}
