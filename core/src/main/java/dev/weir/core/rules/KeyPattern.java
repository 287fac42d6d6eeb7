package dev.weir.core.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * Which keys of several parts an override is for: a value for each part, in the order of {@code
 * per}, or {@code *} for any. As text with commas between: {@code acme, 10.0.0.7} or {@code acme,
 * *}. Blanks around a value say nothing; a backslash takes the character after it as it is, so that
 * a value may hold commas, be {@code *}, or begin with a blank. Immutable.
 *
 * <p>Where several mean a key, the one with the most values wins, and among those with as many the
 * one whose values come first: {@code acme, *} before {@code *, 10.0.0.7}. There are never two of
 * these that differ, as both would hold the same values in the same places.
 */
public final class KeyPattern {

  /** Stands for any value; no value is told by it, as one that is written so is escaped. */
  private static final String ANY = "*";

  private final String[] values;
  private final boolean[] any;

  private KeyPattern(String[] values, boolean[] any) {
    this.values = values;
    this.any = any;
  }

  /**
   * Reads a pattern of any number of parts.
   *
   * @throws IllegalArgumentException if the text ends with a backslash; the message tells the user
   */
  public static KeyPattern parse(String text) {
    List<String> values = new ArrayList<>();
    List<Boolean> any = new ArrayList<>();
    int from = 0;
    while (from <= text.length()) {
      int end = end(text, from);
      String written = text.substring(from, end);
      String bare = written.strip();
      any.add(bare.equals(ANY));
      values.add(unescaped(written));
      from = end + 1;
    }
    boolean[] anys = new boolean[any.size()];
    for (int i = 0; i < anys.length; i++) {
      anys[i] = any.get(i);
    }
    return new KeyPattern(values.toArray(new String[0]), anys);
  }

  /** Where the value that begins there ends: at a comma that no backslash takes. */
  private static int end(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) != ',') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    if (at > text.length()) {
      throw new IllegalArgumentException(
          "ends with a backslash, which takes the character after it as it is; write \\\\ for one");
    }
    return at;
  }

  /** Without blanks around it, but for those that are escaped. */
  private static String unescaped(String written) {
    StringBuilder value = new StringBuilder(written.length());
    int kept = 0;
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      boolean escaped = c == '\\';
      if (escaped) {
        i++;
      }
      if (escaped || !Character.isWhitespace(c)) {
        value.append(written.charAt(i));
        kept = value.length();
      } else if (kept > 0) {
        value.append(c);
      }
    }
    return value.substring(0, kept);
  }

  /** How many parts it has. */
  public int size() {
    return values.length;
  }

  /** Whether any value of that part is meant. */
  public boolean isAny(int part) {
    return any[part];
  }

  /** The value of a part; of no meaning where any is meant. */
  public String value(int part) {
    return values[part];
  }

  /** The same with another value in a part. */
  public KeyPattern with(int part, String value) {
    String[] others = values.clone();
    others[part] = value;
    return new KeyPattern(others, any);
  }

  /** Whether one key alone is meant. */
  public boolean isExact() {
    return named() == values.length;
  }

  /** How many values it holds. */
  public int named() {
    int named = 0;
    for (boolean each : any) {
      named += each ? 0 : 1;
    }
    return named;
  }

  /** In one form for all that mean the same: as text that is read so again. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      text.append(i == 0 ? "" : ", ").append(any[i] ? ANY : escaped(values[i]));
    }
    return text.toString();
  }

  private static String escaped(String value) {
    if (value.equals(ANY)) {
      return "\\*";
    }
    StringBuilder escaped = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean edge = i == 0 || i == value.length() - 1;
      if (c == ',' || c == '\\' || (edge && Character.isWhitespace(c))) {
        escaped.append('\\');
      }
      escaped.append(c);
    }
    return escaped.toString();
  }
}
