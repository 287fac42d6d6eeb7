package dev.weir.agent.config;

import java.util.List;

/**
 * A value of the file and where it is written. Aliases are resolved: a node may stand in several
 * places.
 */
sealed interface Node {

  /** From 1. */
  int line();

  /** From 1, in code points. */
  int column();

  /** How many nodes it is with all aliases expanded, itself included. */
  int size();

  /** How deep it is: 1 without children. */
  int height();

  /**
   * A single value, as written: the schema gives it a type.
   *
   * @param plain neither quoted nor a block
   * @param inFlow inside {@code []} or <code>{}</code>, where a comma ends it
   */
  record Scalar(String text, boolean plain, boolean inFlow, int line, int column) implements Node {

    @Override
    public int size() {
      return 1;
    }

    @Override
    public int height() {
      return 1;
    }

    /** Nothing stands where a value should. */
    boolean absent() {
      return plain && text.isEmpty();
    }
  }

  record Sequence(List<Node> items, int line, int column, int size, int height) implements Node {}

  /**
   * Keys and their values.
   *
   * @param members in the order written; those merged by {@code <<} last. No key is there twice.
   */
  record Mapping(List<Member> members, int line, int column, int size, int height)
      implements Node {}

  record Member(Scalar key, Node value) {}

  /** Stands for a value that could not be composed and has been reported. */
  record Broken(int line, int column) implements Node {

    @Override
    public int size() {
      return 1;
    }

    @Override
    public int height() {
      return 1;
    }
  }
}
