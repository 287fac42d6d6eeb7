package dev.weir.examples;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Where the demo writes: a story of lines that stay, and, on a terminal, a table below them that is
 * drawn over itself. Uses no colour. Safe for use by many threads.
 */
final class Screen {

  private static final String NO_WRAP = "\u001b[?7l";
  private static final String WRAP = "\u001b[?7h";

  private final PrintStream out;
  private final boolean terminal;
  private final long startNanos = System.nanoTime();
  private int tableLines;
  private boolean plainHeaderWritten;

  Screen(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** A line of the story, with the time since the demo began. */
  synchronized void say(String text) {
    eraseTable();
    long seconds = (System.nanoTime() - startNanos) / 1_000_000_000L;
    out.printf(Locale.ROOT, "%3d s  %s%n", seconds, text);
    out.flush();
  }

  /** Lines without a time. */
  synchronized void print(List<String> lines) {
    eraseTable();
    lines.forEach(out::println);
    out.flush();
  }

  /** The counts of this second: the table on a terminal, else one line. */
  synchronized void show(Snapshot now, Snapshot before, Map<String, String> limits) {
    if (!terminal) {
      showPlain(now, before);
      return;
    }
    eraseTable();
    List<String> lines = Table.lines(now, before, limits);
    out.print(NO_WRAP);
    lines.forEach(out::println);
    out.print(WRAP);
    out.flush();
    tableLines = lines.size();
  }

  /** What stands in the table now stays. */
  synchronized void keepTable() {
    tableLines = 0;
    plainHeaderWritten = false;
  }

  private void showPlain(Snapshot now, Snapshot before) {
    if (!plainHeaderWritten) {
      StringBuilder header =
          new StringBuilder("  calls passed/refused in the last second%n       ");
      for (Snapshot.Counts counts : now.entries()) {
        header.append(String.format("%10.10s", counts.name()));
      }
      out.printf(header.append("%n").toString());
      plainHeaderWritten = true;
    }
    double seconds = (now.atNanos() - before.atNanos()) / 1e9;
    StringBuilder line = new StringBuilder();
    for (Snapshot.Counts counts : now.entries()) {
      Snapshot.Counts last = before.entry(counts.name());
      String cell = "-";
      if (last != null) {
        cell =
            Table.perSecond(counts.passed() - last.passed(), seconds)
                + "/"
                + Table.perSecond(counts.blocked() - last.blocked(), seconds);
      }
      line.append(String.format("%10s", cell));
    }
    long second = (System.nanoTime() - startNanos) / 1_000_000_000L;
    out.printf(Locale.ROOT, "%3d s  %s%n", second, line);
    out.flush();
  }

  /** Moves up over the table and clears from there on. */
  private void eraseTable() {
    if (tableLines > 0) {
      out.print("\u001b[" + tableLines + "A\u001b[J");
      tableLines = 0;
    }
  }
}
