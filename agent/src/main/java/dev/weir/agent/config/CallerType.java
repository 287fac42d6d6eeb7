package dev.weir.agent.config;

import dev.weir.core.keys.KeyTable;

/** Who is calling, as requests say it. */
final class CallerType extends ScalarType<String> {

  /** Stands in {@code caller} of an entry for those that no entry names. */
  static final String OTHER = "other";

  private final boolean orOther;

  /** A name, and not {@link #OTHER}. */
  CallerType() {
    this(false);
  }

  private CallerType(boolean orOther) {
    super("the name of a caller");
    this.orOther = orOther;
  }

  /** A name, or {@link #OTHER}. */
  static CallerType orOther() {
    return new CallerType(true);
  }

  @Override
  String parse(String text, Node.Scalar written) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("is not the name of a caller; it is blank");
    }
    if (!orOther && text.equals(OTHER)) {
      throw new IllegalArgumentException(
          "is not the name of a caller; in caller of an entry it stands for those that no entry"
              + " with the same match names");
    }
    if (text.length() > KeyTable.MAX_KEY_LENGTH) {
      throw new IllegalArgumentException(
          "is too long; at most " + KeyTable.MAX_KEY_LENGTH + " characters");
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        throw new IllegalArgumentException(
            "is not the name of a caller; it holds a control character");
      }
    }
    return text;
  }

  @Override
  Shape shape() {
    return Shape.scalar().written(".*\\S.*");
  }
}
