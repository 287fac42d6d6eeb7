package dev.weir.agent.config;

import org.jspecify.annotations.Nullable;

/** A mapping whose keys are data, which is read later: what its values are depends on its place. */
final class MappingType extends Type<Node.Mapping> {

  private final String wanted;

  /**
   * @param wanted with an article and how to write it
   */
  MappingType(String wanted) {
    this.wanted = wanted;
  }

  @Override
  Node.@Nullable Mapping read(Node node, String path, Reading reading) {
    if (node instanceof Node.Mapping mapping) {
      return mapping;
    }
    wrong(node, path, wanted, reading);
    return null;
  }
}
