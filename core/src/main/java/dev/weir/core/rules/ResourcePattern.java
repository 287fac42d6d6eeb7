package dev.weir.core.rules;

import dev.weir.core.Kind;

/**
 * Which calls of one kind are meant: the parsed form of a resource name in the rule file.
 * Immutable; equal where written alike.
 */
public sealed interface ResourcePattern permits WebPattern, HttpPattern, SqlPattern, MethodPattern {

  /** The kind of calls. */
  Kind kind();

  /** The whole name as written, e.g. {@code web:GET /orders/{id}}. */
  String text();

  /**
   * Whether it names calls by a {@code *} anywhere, tails included, and so cannot stand for one
   * resource. A variable segment is no wildcard.
   */
  boolean hasWildcard();

  /**
   * Reads a name of any kind.
   *
   * @throws IllegalArgumentException whose message tells the user what was found, what was expected
   *     and what to write
   */
  static ResourcePattern parse(String text) {
    return PatternSyntax.parse(text);
  }
}
