package dev.weir.agent.config;

import org.jspecify.annotations.Nullable;

/** A mapping whose keys are data, which is read later: what its values are depends on its place. */
final class MappingType extends Type<Node.Mapping> {

  private final String wanted;
  private final @Nullable Section values;

  /**
   * @param wanted with an article and how to write it
   * @param values what one of its values is; null where its place does not say
   */
  MappingType(String wanted, @Nullable Section values) {
    this.wanted = wanted;
    this.values = values;
  }

  @Override
  Node.@Nullable Mapping read(Node node, String path, Reading reading) {
    if (node instanceof Node.Mapping mapping) {
      return mapping;
    }
    wrong(node, path, wanted, reading);
    return null;
  }

  @Override
  Shape shape(Definitions definitions) {
    return Shape.of("object").with("additionalProperties", shapeOfValues(definitions));
  }

  private Shape shapeOfValues(Definitions definitions) {
    return values == null ? Shape.of("object", "string", "number") : values.shape(definitions);
  }
}
