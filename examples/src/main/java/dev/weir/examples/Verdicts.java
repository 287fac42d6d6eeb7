package dev.weir.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the demo found, measured from outside, and whether the limits held. */
final class Verdicts {

  private final List<String> rows = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  /** An entry that refuses, over a span of time in which its limit was {@code limit}. */
  void limited(String entry, int limit, Outside seen, long from, long to, String refusal) {
    int worst = seen.worstSecond(from, to);
    rows.add(
        row(
            entry,
            limit + "/s",
            worst + " of " + limit,
            Table.count(seen.count(true, from, to)),
            Table.count(seen.count(false, from, to)),
            refusal));
    require(
        worst <= limit,
        entry + " admitted " + worst + " calls in one second, its limit is " + limit);
  }

  /** The agent's counts of an entry must be what was seen. */
  void agree(String entry, Outside seen, Snapshot.Counts agent, long from, long to) {
    long admitted = seen.count(true, from, to);
    long refused = seen.count(false, from, to);
    require(
        admitted == agent.passed() && refused == agent.blocked(),
        String.format(
            Locale.ROOT,
            "%s: callers saw %,d admitted and %,d refused, the agent counts %,d and %,d",
            entry,
            admitted,
            refused,
            agent.passed(),
            agent.blocked()));
  }

  void require(boolean held, String fault) {
    if (!held) {
      fault(fault);
    }
  }

  void fault(String fault) {
    faults.add(fault);
  }

  boolean allHeld() {
    return faults.isEmpty();
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("What callers of the shop saw, by this program's own clock and counts:");
    lines.add("");
    lines.add(row("entry", "limit", "worst 1 s", "admitted", "refused", "a refused call got"));
    lines.addAll(rows);
    lines.add("");
    lines.add("worst 1 s: the most calls that were sent and answered within any one second.");
    if (faults.isEmpty()) {
      lines.add(
          "No limit was exceeded and no request failed. Over the whole run, the moments of the");
      lines.add("edits included, the agent counted exactly the calls that were made.");
    } else {
      faults.forEach(fault -> lines.add("FAULT: " + fault));
    }
    return lines;
  }

  private static String row(Object... cells) {
    return String.format(Locale.ROOT, "%-11s %6s  %-11s %9s %8s  %s", cells).stripTrailing();
  }
}
