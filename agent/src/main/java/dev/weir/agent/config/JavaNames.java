package dev.weir.agent.config;

/** What a name of a Java class or method may look like; whether there is one is seen later. */
final class JavaNames {

  /** What {@link #isIdentifier} allows, nearly, as a regular expression. */
  static final String IDENTIFIER = "[^\\s!-#%-@\\[-^`{-~][^\\s!-#%-/:-@\\[-^`{-~]*";

  /** What {@link #isClass} allows, nearly, as a regular expression. */
  static final String CLASS = IDENTIFIER + "(\\." + IDENTIFIER + ")*";

  private JavaNames() {}

  /** Identifiers with dots between them. */
  static boolean isClass(String name) {
    int start = 0;
    while (true) {
      int dot = name.indexOf('.', start);
      if (!isIdentifier(name.substring(start, dot < 0 ? name.length() : dot))) {
        return false;
      }
      if (dot < 0) {
        return true;
      }
      start = dot + 1;
    }
  }

  static boolean isIdentifier(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean fits =
          i == 0 ? Character.isJavaIdentifierStart(c) : Character.isJavaIdentifierPart(c);
      if (!fits || Character.isIdentifierIgnorable(c)) {
        return false;
      }
    }
    return !name.isEmpty();
  }
}
