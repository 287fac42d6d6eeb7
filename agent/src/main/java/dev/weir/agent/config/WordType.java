package dev.weir.agent.config;

import java.util.List;
import java.util.Locale;

/** One of a few words: the names of constants, in lower case. */
final class WordType<E extends Enum<E>> extends ScalarType<E> {

  private final List<E> constants;
  private final String words;

  /**
   * @param constants in the order in which users are told of them
   */
  WordType(List<E> constants) {
    this(constants, words(constants));
  }

  private WordType(List<E> constants, String words) {
    super(words);
    this.constants = constants;
    this.words = words;
  }

  @Override
  E parse(String text, Node.Scalar written) {
    for (E constant : constants) {
      if (word(constant).equals(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("is unknown; write " + words);
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
}
