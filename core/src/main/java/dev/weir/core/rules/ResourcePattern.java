package dev.weir.core.rules;

import dev.weir.core.Kind;

/** Which calls of one kind are meant: the parsed form of a resource name in the rule file. */
public sealed interface ResourcePattern permits WebPattern, HttpPattern, SqlPattern, MethodPattern {

  /** The kind of calls. */
  Kind kind();

  /** The whole name as written, e.g. {@code web:GET /orders/{id}}. */
  String text();
}
