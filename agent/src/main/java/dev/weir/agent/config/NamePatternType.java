package dev.weir.agent.config;

/** Names and patterns whose own parser tells what is wrong with them, the text included. */
abstract class NamePatternType<T> extends ScalarType<T> {

  NamePatternType(String wanted) {
    super(wanted);
  }

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException with a whole sentence for the user
   */
  abstract T pattern(String text);

  @Override
  final T parse(String text, Node.Scalar written) {
    try {
      return pattern(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + cutHint(written), e);
    }
  }

  /** Whether a comma may have cut the name in two. */
  boolean looksCut(String text) {
    return (text.indexOf('(') < 0) != (text.indexOf(')') < 0);
  }

  private String cutHint(Node.Scalar written) {
    return written.plain() && written.inFlow() && looksCut(written.text())
        ? " (inside [] and {} a name that holds { or , must be quoted)"
        : "";
  }

  @Override
  final String complaint(String quoted, String from, String fault) {
    return fault + from;
  }
}
