package dev.weir.agent.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What holds for some keys of a section together, as far as a JSON Schema can say it. */
final class Constraint {

  private final Shape shape;

  private Constraint(Shape shape) {
    this.shape = shape;
  }

  static Constraint bothOrNeither(Key<?> one, Key<?> other) {
    Map<String, Object> needs = new LinkedHashMap<>();
    needs.put(one.name(), List.of(other.name()));
    needs.put(other.name(), List.of(one.name()));
    return new Constraint(Shape.any().with("dependencies", needs));
  }

  /** The first has a meaning only beside the second. */
  static Constraint needs(Key<?> key, Key<?> other) {
    return new Constraint(
        Shape.any().with("dependencies", Map.of(key.name(), List.of(other.name()))));
  }

  static Constraint atLeastOne(Key<?>... keys) {
    List<Shape> one = new ArrayList<>();
    for (Key<?> key : keys) {
      one.add(Shape.any().with("required", List.of(key.name())));
    }
    return new Constraint(Shape.any().with("anyOf", one));
  }

  static Constraint atMostOne(Key<?>... keys) {
    List<Shape> pairs = new ArrayList<>();
    for (int i = 0; i < keys.length; i++) {
      for (int j = i + 1; j < keys.length; j++) {
        pairs.add(Shape.any().with("required", List.of(keys[i].name(), keys[j].name())));
      }
    }
    return new Constraint(Shape.any().with("not", Shape.any().with("anyOf", pairs)));
  }

  Shape shape() {
    return shape;
  }
}
