package dev.weir.agent.config;

/** Values of the file as messages show them. */
final class Quoted {

  private static final int MAX_SHOWN = 120;

  private Quoted() {}

  /** In quotes, cut where it is long. */
  static String of(String value) {
    if (value.length() <= MAX_SHOWN) {
      return '"' + value + '"';
    }
    return '"' + value.substring(0, value.offsetByCodePoints(0, MAX_SHOWN / 2)) + "...\"";
  }

  /** With control characters escaped: a file cannot write lines of its own into a log. */
  static String onOneLine(String text) {
    StringBuilder shown = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean breaks = Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
      if (breaks && shown == null) {
        shown = new StringBuilder(text.length() + 16).append(text, 0, i);
      }
      if (shown != null) {
        append(c, breaks, shown);
      }
    }
    return shown == null ? text : shown.toString();
  }

  private static void append(char c, boolean breaks, StringBuilder shown) {
    if (!breaks) {
      shown.append(c);
    } else if (c == '\n') {
      shown.append("\\n");
    } else if (c == '\r') {
      shown.append("\\r");
    } else if (c == '\t') {
      shown.append("\\t");
    } else {
      shown.append("\\u");
      for (int shift = 12; shift >= 0; shift -= 4) {
        shown.append(Character.forDigit((c >> shift) & 0xf, 16));
      }
    }
  }
}
