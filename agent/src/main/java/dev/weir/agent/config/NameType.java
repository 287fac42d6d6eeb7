package dev.weir.agent.config;

/** A name that users see in logs and metrics. */
final class NameType extends ScalarType<String> {

  static final int MAX_LENGTH = 200;

  NameType() {
    super("a name");
  }

  @Override
  String parse(String text, Node.Scalar written) {
    if (text.isBlank() || !text.equals(text.strip())) {
      throw new IllegalArgumentException(
          "is not a name; it is blank, or begins or ends with a blank");
    }
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("is too long; at most " + MAX_LENGTH + " characters");
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        throw new IllegalArgumentException("is not a name; it holds a control character");
      }
    }
    return text;
  }

  @Override
  Shape shape() {
    return Shape.scalar().written("\\S(.{0,198}\\S)?");
  }
}
