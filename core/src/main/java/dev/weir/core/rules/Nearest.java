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

  /**
   * Edits of one character, two swapped neighbours being one edit; {@code limit} where it is at
   * least that by length alone.
   */
  private static int edits(String a, String b, int limit) {
    if (Math.abs(a.length() - b.length()) >= limit) {
      return limit;
    }
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? i + j : fewest(a, b, i, j, edits);
      }
    }
    return edits[a.length()][b.length()];
  }

  private static int fewest(String a, String b, int i, int j, int[][] edits) {
    int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
    int fewest = Math.min(edits[i - 1][j], edits[i][j - 1]) + 1;
    fewest = Math.min(fewest, edits[i - 1][j - 1] + change);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(fewest, edits[i - 2][j - 2] + 1) : fewest;
  }
}
