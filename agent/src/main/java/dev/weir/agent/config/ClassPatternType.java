package dev.weir.agent.config;

import dev.weir.core.rules.ClassNamePattern;

/** A pattern of class names. */
final class ClassPatternType extends NamePatternType<String> {

  ClassPatternType() {
    super("a class name pattern, e.g. com.acme.generated.**,");
  }

  @Override
  String pattern(String text) {
    return ClassNamePattern.parse(text).text();
  }

  @Override
  Shape shape() {
    return Shape.text("[^\\s.#:/()]+(\\.[^\\s.#:/()]+)*");
  }
}
