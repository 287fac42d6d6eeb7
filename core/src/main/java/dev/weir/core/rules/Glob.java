package dev.weir.core.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * Text in which each {@code *} stands for any text, none included. Matching takes the leftmost
 * place for each piece, which is enough where only {@code *} exists, so that no input makes it
 * backtrack. Immutable.
 */
final class Glob {

  private final String prefix;
  private final String suffix;
  private final String[] middle;
  private final boolean literal;

  Glob(String text) {
    List<String> pieces = new ArrayList<>();
    int from = 0;
    for (int star = text.indexOf('*'); star >= 0; star = text.indexOf('*', from)) {
      pieces.add(text.substring(from, star));
      from = star + 1;
    }
    literal = pieces.isEmpty();
    suffix = text.substring(from);
    prefix = literal ? suffix : pieces.remove(0);
    middle = pieces.toArray(new String[0]);
  }

  static boolean isGlob(String text) {
    return text.indexOf('*') >= 0;
  }

  boolean matches(String text) {
    return matches(text, 0, text.length());
  }

  /** Whether the part of {@code text} from {@code from} to before {@code to} matches. */
  boolean matches(String text, int from, int to) {
    if (literal) {
      return to - from == prefix.length() && text.startsWith(prefix, from);
    }
    int end = to - suffix.length();
    int at = from + prefix.length();
    if (at > end || !text.startsWith(prefix, from) || !text.startsWith(suffix, end)) {
      return false;
    }
    for (String piece : middle) {
      at = after(piece, text, at, end);
      if (at < 0) {
        return false;
      }
    }
    return true;
  }

  /** Where the first {@code piece} ends that lies within, or -1. */
  private static int after(String piece, String text, int from, int to) {
    for (int at = from; at + piece.length() <= to; at++) {
      if (text.startsWith(piece, at)) {
        return at + piece.length();
      }
    }
    return -1;
  }
}
