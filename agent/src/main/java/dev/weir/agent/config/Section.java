package dev.weir.agent.config;

import dev.weir.core.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mapping with known keys. Filled by the class that declares its keys while that is initialised,
 * one line each, and only read from then on.
 */
final class Section extends Type<Values> {

  private final String name;
  private final String wanted;
  private final List<Key<?>> keys = new ArrayList<>();
  private @Nullable Key<?> alone;
  private final List<Constraint> constraints = new ArrayList<>();
  private boolean complete = true;

  /**
   * @param name under which {@link LaterKeys} knows it
   * @param wanted with an article and how to write it
   */
  Section(String name, String wanted) {
    this.name = name;
    this.wanted = wanted;
  }

  <T> Key<T> key(String key, Type<T> type, String meaning, Kind... kinds) {
    return add(new Key<>(this, key, type, false, meaning, List.of(kinds)));
  }

  <T> Key<T> required(String key, Type<T> type, String meaning) {
    return add(new Key<>(this, key, type, true, meaning, List.of()));
  }

  /** The keys of another section may be written here, too. */
  Section including(Section other) {
    keys.addAll(other.keys);
    constraints.addAll(other.constraints);
    return this;
  }

  /** A key of another section may be written here, too. */
  void including(Key<?> key) {
    keys.add(key);
  }

  /** A single value stands for a mapping with this key alone. */
  void orJust(Key<?> key) {
    alone = key;
  }

  /** What is not written here is written elsewhere. */
  Section withoutRequired() {
    complete = false;
    return this;
  }

  /**
   * What editors may say of keys together. Whoever reads the section says it, too, in words of the
   * case.
   */
  Section together(Constraint... together) {
    constraints.addAll(List.of(together));
    return this;
  }

  private <T> Key<T> add(Key<T> key) {
    keys.add(key);
    return key;
  }

  String name() {
    return name;
  }

  List<Key<?>> keys() {
    return keys;
  }

  /** Under which a JSON Schema has it. */
  String definitionName() {
    return complete ? name : name + "-override";
  }

  @Override
  Shape shape(Definitions definitions) {
    return definitions.refer(this);
  }

  /** What it looks like, in full. */
  Shape definition(Definitions definitions) {
    Shape mapping = Shape.of("object").with("properties", shapes(definitions));
    // Notes, and places for anchors.
    mapping.with("patternProperties", Map.of("^x-", Shape.any()));
    mapping.with("additionalProperties", false);
    List<String> required = new ArrayList<>();
    for (Key<?> key : keys) {
      if (complete && key.required()) {
        required.add(key.name());
      }
    }
    if (!required.isEmpty()) {
      mapping.with("required", required);
    }
    List<Shape> all = new ArrayList<>();
    for (Constraint constraint : constraints) {
      all.add(constraint.shape());
    }
    if (complete && !all.isEmpty()) {
      mapping.with("allOf", all);
    }
    return alone == null ? mapping : Shape.either(mapping, alone.type().shape(definitions));
  }

  private Map<String, Object> shapes(Definitions definitions) {
    Map<String, Object> shapes = new LinkedHashMap<>();
    for (Key<?> key : keys) {
      shapes.put(key.name(), key.type().shape(definitions).described(key.description()));
    }
    return shapes;
  }

  @Override
  @Nullable Values read(Node node, String path, Reading reading) {
    if (alone != null && node instanceof Node.Scalar scalar && !scalar.absent()) {
      Values values = new Values(node, path);
      values.put(alone, node, alone.type().read(node, path, reading));
      return values;
    }
    if (!(node instanceof Node.Mapping mapping)) {
      wrong(node, path, wanted, reading);
      return null;
    }
    Values values = new Values(mapping, path);
    for (Node.Member member : mapping.members()) {
      read(member, mapping, values, reading);
    }
    for (Key<?> key : keys) {
      if (complete && key.required() && !values.wants(key)) {
        reading.error(mapping, path, key.name() + " is required: " + key.meaning());
      }
    }
    return values;
  }

  private void read(Node.Member member, Node.Mapping mapping, Values values, Reading reading) {
    String name = member.key().text();
    if (name.startsWith("x-")) {
      return;
    }
    String path = Paths.child(values.path(), name);
    Key<?> key = find(name);
    if (key == null) {
      reading.error(member.key(), path, unknown(name, member, mapping, values.mistyped()));
      return;
    }
    values.put(key, member.value(), key.type().read(member.value(), path, reading));
  }

  private @Nullable Key<?> find(String name) {
    for (Key<?> key : keys) {
      if (key.name().equals(name)) {
        return key;
      }
    }
    return null;
  }

  private String unknown(
      String key, Node.Member member, Node.Mapping mapping, Set<String> mistyped) {
    if (LaterKeys.contains(name, key)) {
      return "not in this version of Weir; remove it, or use a version that has it";
    }
    String hint = ForeignKeys.hint(name, key, member.value(), mapping, mistyped);
    if (hint != null) {
      return hint;
    }
    List<String> known = new ArrayList<>();
    for (Key<?> each : keys) {
      known.add(each.name());
    }
    List<String> all = new ArrayList<>(known);
    all.addAll(LaterKeys.of(name));
    String nearest = Nearest.to(key, all);
    if (nearest != null) {
      mistyped.add(nearest);
    }
    String message =
        nearest != null
            ? "unknown key; did you mean " + nearest + "?"
            : "unknown key; known here: " + String.join(", ", known);
    boolean cut =
        member.key().inFlow() && member.value() instanceof Node.Scalar value && value.absent();
    return cut ? message + " (if it belongs to the value before it, quote that value)" : message;
  }
}
