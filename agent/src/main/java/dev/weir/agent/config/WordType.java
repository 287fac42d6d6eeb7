package dev.weir.agent.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One of a few words: the names of constants, in lower case. */
final class WordType<E extends Enum<E>> extends ScalarType<E> {

  private final List<E> constants;

  /**
   * @param constants in the order in which users are told of them
   */
  WordType(List<E> constants) {
    super(words(constants));
    this.constants = constants;
  }

  @Override
  E parse(String text, Node.Scalar written) {
    for (E constant : constants) {
      if (word(constant).equals(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("is unknown; write " + words(constants));
  }

  private static String words(List<? extends Enum<?>> constants) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < constants.size(); i++) {
      words.append(i == 0 ? "" : i < constants.size() - 1 ? ", " : " or ");
      words.append(word(constants.get(i)));
    }
    return words.toString();
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  @Override
  Shape shape() {
    List<String> words = new ArrayList<>();
    for (E constant : constants) {
      words.add(word(constant));
    }
    return Shape.oneOf(words.toArray());
  }
}
