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

  @Override
  Shape shape() {
    String path = "/[^?#;]*";
    return Shape.text(
        "web:(\\*|[A-Z][A-Z0-9_-]*) +"
            + path
            + "|http:(\\*|[A-Z][A-Z0-9_-]*) +[^\\s/]+"
            + path
            + "|sql:\\* *|sql:[^\\s]+ +\\* *|sql:[^\\s]+ +(\\*|SELECT|INSERT|UPDATE|DELETE|MERGE|CALL) +[^\\s]+ *"
            + "|method:[^#]+#[^#]+");
  }
}
