package dev.weir.agent.config;

import java.util.LinkedHashMap;
import java.util.Map;

/** The sections that a JSON Schema refers to, each said once. */
final class Definitions {

  private final Map<String, Object> shapes = new LinkedHashMap<>();

  /** A reference to the section, which is among the definitions from then on. */
  Shape refer(Section section) {
    String name = section.definitionName();
    if (!shapes.containsKey(name)) {
      Shape place = Shape.any();
      shapes.put(name, place);
      place.words().putAll(section.definition(this).words());
    }
    return Shape.any().with("$ref", "#/definitions/" + name);
  }

  /** By name, in the order in which they were referred to. */
  Map<String, Object> shapes() {
    return shapes;
  }
}
