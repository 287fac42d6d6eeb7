package dev.weir.core.rules;

import java.util.List;

/**
 * A path template: {@code /orders/{id}}, {@code /img-*.png}, {@code /api/**}.
 *
 * @param segments as written between the slashes: a literal, a variable in braces, or text with
 *     {@code *}; without the tail
 * @param tail whether it ends in {@code /**}, which also matches nothing
 * @param slash whether it ends in a slash, which a path then must too
 */
public record PathPattern(List<String> segments, boolean tail, boolean slash) {

  public PathPattern {
    segments = List.copyOf(segments);
  }

  boolean hasWildcard() {
    if (tail) {
      return true;
    }
    for (int i = 0; i < segments.size(); i++) {
      if (Glob.isGlob(segments.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Whether {@code segment}, of a template, stands for any one segment of a path. */
  static boolean isVariable(String segment) {
    return segment.charAt(0) == '{' || segment.equals("*");
  }
}
