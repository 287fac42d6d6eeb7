package dev.weir.agent.config;

import org.jspecify.annotations.Nullable;

/** A type that is written as a single value. */
abstract class ScalarType<T> extends Type<T> {

  /** With an article and, where it helps, how to write it. */
  private final String wanted;

  ScalarType(String wanted) {
    this.wanted = wanted;
  }

  /**
   * @param text with the environment put in
   * @throws IllegalArgumentException with what to tell the user after the quoted value
   */
  abstract T parse(String text, Node.Scalar written);

  /** What its values look like, written. */
  abstract Shape shape();

  @Override
  final Shape shape(Definitions definitions) {
    return shape();
  }

  @Override
  @Nullable T read(Node node, String path, Reading reading) {
    if (!(node instanceof Node.Scalar scalar) || scalar.absent()) {
      wrong(node, path, wanted, reading);
      return null;
    }
    String text = reading.text(scalar, path);
    if (text == null) {
      return null;
    }
    try {
      return parse(text, scalar);
    } catch (IllegalArgumentException e) {
      String from = text.equals(scalar.text()) ? "" : " (from " + scalar.text() + ")";
      reading.error(scalar, path, complaint(Quoted.of(text), from, String.valueOf(e.getMessage())));
      return null;
    }
  }

  /** What the user is told of a value that does not parse. */
  String complaint(String quoted, String from, String fault) {
    return quoted + from + " " + fault;
  }
}
