package dev.weir.agent.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a value may look like, in the words of JSON Schema. Those who validate by it have read the
 * YAML with types of their own: {@code 64} is a number to them and {@code "64"} is not, while the
 * agent takes both as written. So a shape allows a value in each form in which a valid file may
 * have it, and what it cannot say is left to {@code check}: it refuses no file that is valid.
 */
final class Shape {

  /** What is put in for it is not known to an editor, so that any text may hold it. */
  private static final String VARIABLE = "\\$\\{env:[^}]+\\}";

  /** Digits, with a point or without. */
  static final String DECIMAL = "[0-9]+(\\.[0-9]+)?";

  /** A token of RFC 9110, 5.6.2. */
  static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";

  private final Map<String, Object> words = new LinkedHashMap<>();

  /** Anything at all. */
  static Shape any() {
    return new Shape();
  }

  /** A value of one of these types of JSON. */
  static Shape of(String... types) {
    return new Shape().with("type", types.length == 1 ? types[0] : List.of(types));
  }

  /** A single value of any type: text to Weir, however it looks. */
  static Shape scalar() {
    return of("string", "number", "boolean");
  }

  /** Text in one form, or with a variable of the environment in it. */
  static Shape text(String pattern) {
    return of("string").matching(pattern);
  }

  /** A whole number within bounds, quoted or not, or one of a few words. */
  static Shape integer(int min, int max, String... words) {
    List<String> forms = new ArrayList<>(List.of("[0-9]+"));
    forms.addAll(Arrays.asList(words));
    return of("integer", "string")
        .with("minimum", min)
        .with("maximum", max)
        .matching(String.join("|", forms));
  }

  /** One of these values, or text with a variable of the environment in it. */
  static Shape oneOf(Object... values) {
    return either(new Shape().with("enum", List.of(values)), variable());
  }

  /** Text with a variable of the environment in it. */
  private static Shape variable() {
    return of("string").with("pattern", VARIABLE);
  }

  static Shape either(Shape... shapes) {
    return new Shape().with("anyOf", List.of(shapes));
  }

  /**
   * What text must match as a whole, unless it holds a variable of the environment; no other value
   * is asked.
   */
  Shape matching(String pattern) {
    return with("pattern", "^(" + pattern + ")$|" + VARIABLE);
  }

  /** As {@link #matching}, of text that must be right with its variables in it, too. */
  Shape written(String pattern) {
    return with("pattern", "^(" + pattern + ")$");
  }

  /**
   * Says one thing more.
   *
   * @param value a shape, text, a number, a boolean, or a list or a map of these
   */
  Shape with(String word, Object value) {
    words.put(word, value);
    return this;
  }

  /** The same value with a note on what it is for. */
  Shape described(String description) {
    Shape described = new Shape().with("description", description);
    if (words.containsKey("$ref")) {
      // Beside a $ref nothing counts.
      return described.with("allOf", List.of(this));
    }
    described.words.putAll(words);
    return described;
  }

  /** What has been said, in that order. */
  Map<String, Object> words() {
    return words;
  }
}
