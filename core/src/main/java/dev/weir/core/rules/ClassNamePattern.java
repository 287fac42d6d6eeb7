package dev.weir.core.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * Names of classes: {@code *} within a segment, {@code **} for any number of segments, none
 * included: {@code com.acme.**.*Repository}. A nested class is written as the JVM does: {@code
 * Outer$Inner}. Immutable.
 */
public final class ClassNamePattern {

  private final String text;

  /** One for each segment, null for {@code **}. */
  private final Glob[] segments;

  private ClassNamePattern(String text, Glob[] segments) {
    this.text = text;
    this.segments = segments;
  }

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException whose message tells the user what to write
   */
  public static ClassNamePattern parse(String text) {
    if (text.isEmpty()) {
      throw PatternSyntax.problem(text, "names no class; write e.g. com.acme.PriceService");
    }
    List<Glob> segments = new ArrayList<>();
    int from = 0;
    while (from <= text.length()) {
      int dot = text.indexOf('.', from);
      int end = dot < 0 ? text.length() : dot;
      segments.add(segment(text, text.substring(from, end)));
      from = end + 1;
    }
    return new ClassNamePattern(text, segments.toArray(new Glob[0]));
  }

  @SuppressWarnings("NullAway") // an element that is null stands for any number of segments
  private static Glob segment(String text, String segment) {
    if (segment.equals("**")) {
      return null;
    }
    if (segment.isEmpty()) {
      throw PatternSyntax.problem(
          text, "has an empty part between dots; write e.g. com.acme.PriceService");
    }
    if (segment.contains("**")) {
      throw PatternSyntax.problem(
          text, "has ** beside other text; write ** alone between dots, e.g. com.acme.**.*Service");
    }
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      // A hyphen stands in package-info and in names of other languages.
      if (c != '*' && c != '-' && !Character.isJavaIdentifierPart(c)) {
        throw PatternSyntax.problem(
            text, "has '" + c + "' in a class name; write e.g. com.acme.PriceService");
      }
    }
    return new Glob(segment);
  }

  /** As written. */
  public String text() {
    return text;
  }

  /** Whether it is the name of one class. */
  public boolean isLiteral() {
    return !Glob.isGlob(text);
  }

  /**
   * Whether it means the class.
   *
   * @param className as {@link Class#getName} gives it
   */
  public boolean matches(String className) {
    return isLiteral() ? text.equals(className) : matches(0, className, 0);
  }

  private boolean matches(int segment, String name, int from) {
    for (int i = segment; i < segments.length; i++) {
      if (segments[i] == null) {
        return matchesAnyStart(i + 1, name, from);
      }
      if (from > name.length()) {
        return false;
      }
      int end = segmentEnd(name, from);
      if (!segments[i].matches(name, from, end)) {
        return false;
      }
      from = end + 1;
    }
    return from > name.length();
  }

  private boolean matchesAnyStart(int segment, String name, int from) {
    for (int at = from; at <= name.length(); at = segmentEnd(name, at) + 1) {
      if (matches(segment, name, at)) {
        return true;
      }
    }
    return segment == segments.length;
  }

  private static int segmentEnd(String name, int from) {
    int dot = name.indexOf('.', from);
    return dot < 0 ? name.length() : dot;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ClassNamePattern that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
