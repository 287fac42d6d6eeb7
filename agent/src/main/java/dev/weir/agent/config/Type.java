package dev.weir.agent.config;

import org.jspecify.annotations.Nullable;

/** What a key wants: turns a node into a value. Immutable. */
abstract class Type<T> {

  /** The value, or null after what is wrong with it has been reported. */
  abstract @Nullable T read(Node node, String path, Reading reading);

  /** What its values look like, for editors. */
  abstract Shape shape(Definitions definitions);

  /** From where to where its values go, for the reference; empty where that says nothing. */
  String range() {
    return "";
  }

  /** What kind of node it is, for a message about a wrong one. */
  static String describe(Node node) {
    if (node instanceof Node.Mapping) {
      return "a mapping";
    }
    if (node instanceof Node.Sequence) {
      return "a list";
    }
    return node instanceof Node.Scalar scalar && scalar.absent() ? "nothing" : "a single value";
  }

  static void wrong(Node node, String path, String wanted, Reading reading) {
    if (!(node instanceof Node.Broken)) {
      reading.error(node, path, describe(node) + " where " + wanted + " is expected");
    }
  }
}
