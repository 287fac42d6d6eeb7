package dev.weir.agent.config;

/** What may stand in the head of an HTTP message. */
final class HttpText {

  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private HttpText() {}

  /** A token of RFC 9110, 5.6.2. */
  static boolean isToken(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean alphanumeric =
          (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!alphanumeric && TOKEN_MARKS.indexOf(c) < 0) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /**
   * A field value of RFC 9110, 5.5, in ASCII: no CR, LF or other control, which could split a
   * response.
   */
  static boolean isValue(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' && c != '\t') || c > '~') {
        return false;
      }
    }
    return text.equals(text.strip());
  }
}
