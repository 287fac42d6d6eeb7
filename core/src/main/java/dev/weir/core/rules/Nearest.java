package dev.weir.core.rules;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds what a user may have meant. */
final class Nearest {

  private Nearest() {}

  /** The known word with the fewest edits, or null where none is near. */
  static @Nullable String of(String written, String[] known) {
    String word = written.toLowerCase(Locale.ROOT);
    String nearest = null;
    int fewest = Math.max(1, Math.min(word.length(), 6) / 2) + 1;
    for (String candidate : known) {
      int edits = edits(word, candidate.toLowerCase(Locale.ROOT), fewest);
      if (edits < fewest) {
        fewest = edits;
        nearest = candidate;
      }
    }
    return nearest;
  }

  /** Levenshtein distance; {@code limit} where it is at least that by length alone. */
  private static int edits(String a, String b, int limit) {
    if (Math.abs(a.length() - b.length()) >= limit) {
      return limit;
    }
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, Math.min(row[j - 1], row[j]) + 1);
      }
    }
    return row[b.length()];
  }
}
