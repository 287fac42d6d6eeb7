package dev.weir.agent.config;

/** Values of the file as messages show them. */
final class Quoted {

  private static final int MAX_SHOWN = 80;

  private Quoted() {}

  /** In quotes, on one line, cut where it is long. */
  static String of(String value) {
    StringBuilder shown = new StringBuilder(value.length() + 2).append('"');
    int end = Math.min(value.length(), MAX_SHOWN);
    for (int i = 0; i < end; i++) {
      append(value.charAt(i), shown);
    }
    if (end < value.length()) {
      shown.append("...");
    }
    return shown.append('"').toString();
  }

  private static void append(char c, StringBuilder shown) {
    if (c == '\n') {
      shown.append("\\n");
    } else if (c == '\r') {
      shown.append("\\r");
    } else if (c == '\t') {
      shown.append("\\t");
    } else if (Character.isISOControl(c)) {
      shown.append("\\u");
      for (int shift = 12; shift >= 0; shift -= 4) {
        shown.append(Character.forDigit((c >> shift) & 0xf, 16));
      }
    } else {
      shown.append(c);
    }
  }
}
