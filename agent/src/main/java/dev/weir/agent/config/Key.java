package dev.weir.agent.config;

import dev.weir.core.Kind;
import java.util.List;

/**
 * A key of the rule file.
 *
 * @param section in which it stands
 * @param meaning in a few words, for the reference
 * @param kinds of calls for which it has a meaning; empty where that makes no difference
 */
record Key<T>(
    Section section,
    String name,
    Type<T> type,
    boolean required,
    String meaning,
    List<Kind> kinds) {

  /** The meaning, and what else can be told in a few words. */
  String description() {
    StringBuilder description = new StringBuilder(meaning);
    String range = type.range();
    if (!range.isEmpty()) {
      description.append("; ").append(range);
    }
    for (int i = 0; i < kinds.size(); i++) {
      description.append(i == 0 ? " (" : ", ").append(kinds.get(i).scheme());
    }
    return description.append(kinds.isEmpty() ? "" : ")").toString();
  }
}
