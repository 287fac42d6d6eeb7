package dev.weir.agent.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several values of one type. */
final class ListType<T> extends Type<List<T>> {

  private final Type<T> item;
  private final String wanted;
  private final boolean oneIsEnough;
  private final boolean mayBeEmpty;
  private final boolean mayBeSeveral;

  private ListType(Type<T> item, String wanted, boolean oneIsEnough, boolean mayBeEmpty) {
    this(item, wanted, oneIsEnough, mayBeEmpty, true);
  }

  private ListType(
      Type<T> item, String wanted, boolean oneIsEnough, boolean mayBeEmpty, boolean mayBeSeveral) {
    this.item = item;
    this.wanted = wanted;
    this.oneIsEnough = oneIsEnough;
    this.mayBeEmpty = mayBeEmpty;
    this.mayBeSeveral = mayBeSeveral;
  }

  /** A list, which may be empty. */
  static <T> ListType<T> list(Type<T> item, String wanted) {
    return new ListType<>(item, wanted, false, true);
  }

  /** One value without brackets, or a list of at least one. */
  static <T> ListType<T> oneOrMore(Type<T> item) {
    return new ListType<>(item, "", true, false);
  }

  /** One value without brackets, or a list, which may be empty. */
  static <T> ListType<T> oneOrList(Type<T> item) {
    return new ListType<>(item, "", true, true);
  }

  /** One value without brackets: not a list, but read as one. */
  static <T> ListType<T> justOne(Type<T> item) {
    return new ListType<>(item, "", true, false, false);
  }

  @Override
  @Nullable List<T> read(Node node, String path, Reading reading) {
    if (mayBeSeveral && node instanceof Node.Sequence sequence) {
      return items(sequence, path, reading);
    }
    if (!oneIsEnough) {
      wrong(node, path, wanted, reading);
      return null;
    }
    T only = item.read(node, path, reading);
    return only == null ? null : List.of(only);
  }

  @Override
  Shape shape(Definitions definitions) {
    Shape one = item.shape(definitions);
    if (!mayBeSeveral) {
      return one;
    }
    Shape list = Shape.of("array").with("items", one);
    if (!mayBeEmpty) {
      list.with("minItems", 1);
    }
    return oneIsEnough ? Shape.either(one, list) : list;
  }

  private @Nullable List<T> items(Node.Sequence sequence, String path, Reading reading) {
    if (sequence.items().isEmpty() && !mayBeEmpty) {
      reading.error(sequence, path, "an empty list; write at least one, or remove the key");
      return null;
    }
    List<T> values = new ArrayList<>(sequence.items().size());
    boolean complete = true;
    for (int i = 0; i < sequence.items().size(); i++) {
      T value = item.read(sequence.items().get(i), Paths.item(path, i), reading);
      if (value == null) {
        complete = false;
      } else {
        values.add(value);
      }
    }
    return complete ? values : null;
  }
}
