package dev.weir.agent.config;

/**
 * The beginning of SQLSTATEs: their class, e.g. {@code 08}, up to a whole one, e.g. {@code 40001}.
 */
final class SqlStateType extends ScalarType<String> {

  SqlStateType() {
    super("the beginning of an SQLSTATE, e.g. 08,");
  }

  @Override
  String parse(String text, Node.Scalar written) {
    boolean right = text.length() >= 2 && text.length() <= 5;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      right &= (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
    }
    if (!right) {
      throw new IllegalArgumentException(
          "is not the beginning of an SQLSTATE; write its first 2 to 5 characters, upper-case"
              + " letters and digits, e.g. 08 or 40001");
    }
    return text;
  }

  @Override
  Shape shape() {
    return Shape.of("string", "number").matching("[0-9A-Z]{2,5}");
  }
}
