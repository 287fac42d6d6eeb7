package dev.weir.agent.door;

import java.util.Locale;

/** How a value is written into a body of some content type, so that it stays a value. */
enum BodyText {
  /** Within a string literal of JSON or JavaScript. */
  JSON {
    @Override
    void append(StringBuilder text, char c) {
      switch (c) {
        case '"', '\\' -> text.append('\\').append(c);
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        // The last two end a line of JavaScript; < could open a tag where JSON stands in HTML.
        case '<', 0x7F, 0x2028, 0x2029 -> appendUnicode(text, c);
        default -> {
          if (c < ' ') {
            appendUnicode(text, c);
          } else {
            text.append(c);
          }
        }
      }
    }
  },

  /** Within an element or a quoted attribute of HTML or XML. */
  MARKUP {
    @Override
    void append(StringBuilder text, char c) {
      switch (c) {
        case '&' -> text.append("&amp;");
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '"' -> text.append("&quot;");
        case '\'' -> text.append("&#39;");
        // No XML may hold them, escaped or not.
        case 0xFFFE, 0xFFFF -> text.append('\uFFFD');
        default -> text.append(isControl(c) ? '\uFFFD' : c);
      }
    }
  },

  /** A text that nobody interprets, but which has lines. */
  PLAIN {
    @Override
    void append(StringBuilder text, char c) {
      text.append(isControl(c) ? ' ' : c);
    }
  };

  private static final String HEX = "0123456789abcdef";

  abstract void append(StringBuilder text, char c);

  /**
   * @param contentType of the body, with or without parameters
   */
  static BodyText of(String contentType) {
    int end = contentType.indexOf(';');
    String type = (end < 0 ? contentType : contentType.substring(0, end)).trim();
    String lower = type.toLowerCase(Locale.ROOT);
    if (lower.endsWith("json") || lower.endsWith("javascript")) {
      return JSON;
    }
    return lower.endsWith("xml") || lower.endsWith("html") ? MARKUP : PLAIN;
  }

  /** {@code value} as it may stand in the body. */
  final String escape(String value) {
    StringBuilder text = new StringBuilder(value.length() + 16);
    for (int at = 0; at < value.length(); at++) {
      char c = value.charAt(at);
      if (Character.isSurrogate(c) && !inPair(value, at)) {
        text.append('\uFFFD');
      } else {
        append(text, c);
      }
    }
    return text.toString();
  }

  private static boolean inPair(String value, int at) {
    return Character.isHighSurrogate(value.charAt(at))
        ? at + 1 < value.length() && Character.isLowSurrogate(value.charAt(at + 1))
        : at > 0 && Character.isHighSurrogate(value.charAt(at - 1));
  }

  private static boolean isControl(char c) {
    return c < ' ' || (c >= 0x7F && c < 0xA0);
  }

  private static void appendUnicode(StringBuilder text, char c) {
    text.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      text.append(HEX.charAt(c >> shift & 0xF));
    }
  }
}
