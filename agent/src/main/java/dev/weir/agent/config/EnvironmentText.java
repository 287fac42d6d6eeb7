package dev.weir.agent.config;

/**
 * Replaces <code>${env:NAME}</code> and <code>${env:NAME:default}</code>; leaves every other text
 * alone.
 */
final class EnvironmentText {

  private static final String OPENING = "${env:";

  private EnvironmentText() {}

  /**
   * What was put in is not looked at again.
   *
   * @throws IllegalArgumentException with what to tell the user
   */
  static String expand(String text, Environment environment) {
    int start = text.indexOf(OPENING);
    if (start < 0) {
      return text;
    }
    StringBuilder expanded = new StringBuilder(text.length());
    int done = 0;
    while (start >= 0) {
      int end = text.indexOf('}', start);
      if (end < 0) {
        throw new IllegalArgumentException(
            Quoted.of(text)
                + " has no } after "
                + OPENING
                + "; write ${env:NAME} or ${env:NAME:default}");
      }
      expanded.append(text, done, start);
      expanded.append(value(text.substring(start + OPENING.length(), end), environment));
      done = end + 1;
      start = text.indexOf(OPENING, done);
    }
    return expanded.append(text, done, text.length()).toString();
  }

  private static String value(String reference, Environment environment) {
    int colon = reference.indexOf(':');
    String name = colon < 0 ? reference : reference.substring(0, colon);
    if (!isName(name)) {
      throw new IllegalArgumentException(
          Quoted.of(name) + " is not the name of an environment variable (letters, digits, _)");
    }
    String value = environment.get(name);
    if (value != null) {
      return value;
    }
    if (colon < 0) {
      throw new IllegalArgumentException(
          "the environment variable "
              + name
              + " is not set; set it, or give a default: ${env:"
              + name
              + ":default}");
    }
    return reference.substring(colon + 1);
  }

  private static boolean isName(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      if (!letter && (i == 0 || c < '0' || c > '9')) {
        return false;
      }
    }
    return !name.isEmpty();
  }
}
