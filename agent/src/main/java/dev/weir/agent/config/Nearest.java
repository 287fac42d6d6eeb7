package dev.weir.agent.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The known word that a mistyped one was most likely meant to be. */
final class Nearest {

  private Nearest() {}

  /** The nearest of {@code known} by edit distance, or null where none is near. */
  static @Nullable String to(String word, List<String> known) {
    String nearest = null;
    int least = Math.max(1, Math.min(word.length(), 12) / 3);
    for (String candidate : known) {
      if (Math.abs(candidate.length() - word.length()) > least) {
        continue;
      }
      int distance = distance(word, candidate);
      if (distance < least || (distance == least && nearest == null)) {
        nearest = candidate;
        least = distance;
      }
    }
    return nearest;
  }

  /** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
  static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(substituted, 1 + Math.min(last[j], row[j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      int[] free = beforeLast;
      beforeLast = last;
      last = row;
      row = free;
    }
    return last[b.length()];
  }
}
