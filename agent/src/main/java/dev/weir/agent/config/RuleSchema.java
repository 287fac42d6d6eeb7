package dev.weir.agent.config;

/**
 * The rule file as a JSON Schema, for editors. Draft 7 is what their YAML plug-ins know. Every type
 * of the {@link Schema} says its own part.
 */
public final class RuleSchema {

  private RuleSchema() {}

  /** As text that ends with a line break. The same in each run. */
  public static String json() {
    Definitions definitions = new Definitions();
    Shape root =
        Shape.any()
            .with("$schema", "http://json-schema.org/draft-07/schema#")
            .with("title", "Rule file of Weir, format 1");
    root.words().putAll(Schema.FILE.definition(definitions).words());
    root.with("definitions", definitions.shapes());
    return JsonText.of(root) + '\n';
  }
}
