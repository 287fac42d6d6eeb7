package dev.weir.core.rules;

import java.util.ArrayList;
import java.util.List;

/** How a path template is written. */
final class PathSyntax {

  private PathSyntax() {}

  /**
   * @param text the whole name, for messages
   * @param path starts with a slash
   */
  static PathPattern parse(String text, String path) {
    checkCharacters(text, path);
    List<String> segments = new ArrayList<>();
    int from = 1;
    while (from < path.length()) {
      int slash = path.indexOf('/', from);
      int end = slash < 0 ? path.length() : slash;
      String segment = path.substring(from, end);
      if (segment.equals("**")) {
        if (end < path.length()) {
          throw PatternSyntax.problem(
              text,
              "has /** before its end; /** stands only at the end, write /* or {x} for one segment");
        }
        return new PathPattern(segments, true, false);
      }
      checkSegment(text, segment);
      segments.add(segment);
      from = end + 1;
    }
    return new PathPattern(segments, false, path.length() > 1 && path.endsWith("/"));
  }

  private static void checkCharacters(String text, String path) {
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == '?') {
        throw PatternSyntax.problem(
            text, "has a query string, which is never part of a name; leave out ?…");
      }
      if (c == '#') {
        throw PatternSyntax.problem(text, "has a fragment, which no request carries; leave out #…");
      }
      if (c == ';') {
        throw PatternSyntax.problem(
            text, "has a path parameter, which is never part of a name; leave out ;…");
      }
      if (c == '%' && PathNormalizer.isEscaped(path, i)) {
        throw PatternSyntax.problem(
            text,
            "has "
                + path.substring(i, i + 3)
                + ", but paths are matched decoded; write "
                + PathNormalizer.normalize(path));
      }
    }
  }

  private static void checkSegment(String text, String segment) {
    if (segment.isEmpty()) {
      throw PatternSyntax.problem(text, "has an empty segment (//); write one slash");
    }
    if (segment.equals(".") || segment.equals("..")) {
      throw PatternSyntax.problem(
          text, "has the segment " + segment + ", which no path has when it is matched");
    }
    if (segment.contains("**")) {
      throw PatternSyntax.problem(
          text, "has ** inside a segment; write * there, or /** at the end for any tail");
    }
    int open = segment.indexOf('{');
    int close = segment.indexOf('}');
    if (open < 0 && close < 0) {
      return;
    }
    if (open < 0
        || close < open
        || segment.indexOf('{', open + 1) >= 0
        || segment.indexOf('}', close + 1) >= 0) {
      throw PatternSyntax.problem(
          text, "has an unbalanced brace in " + segment + "; write e.g. {id}");
    }
    if (open > 0 || close < segment.length() - 1) {
      throw PatternSyntax.problem(
          text,
          "has a variable beside other text; {x} is a whole segment, write "
              + segment.substring(0, open)
              + '*'
              + segment.substring(close + 1));
    }
    checkVariable(text, segment);
  }

  private static void checkVariable(String text, String segment) {
    if (segment.startsWith("{*")) {
      throw PatternSyntax.problem(text, "has " + segment + "; write /** at the end for any tail");
    }
    for (int i = 1; i < segment.length() - 1; i++) {
      char c = segment.charAt(i);
      if (!Character.isLetterOrDigit(c) && c != '_' && c != '-' && c != '.') {
        throw PatternSyntax.problem(
            text,
            "has '" + c + "' in a variable; write a plain name such as {id}, without expressions");
      }
    }
  }
}
