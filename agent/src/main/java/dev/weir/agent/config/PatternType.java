package dev.weir.agent.config;

import dev.weir.core.rules.ResourcePattern;

/** A resource name. */
final class PatternType extends NamePatternType<ResourcePattern> {

  PatternType() {
    super("a resource name, e.g. web:GET /orders/{id},");
  }

  @Override
  ResourcePattern pattern(String text) {
    return ResourcePattern.parse(text);
  }

  @Override
  boolean looksCut(String text) {
    return super.looksCut(text) || text.indexOf(':') < 0;
  }
}
