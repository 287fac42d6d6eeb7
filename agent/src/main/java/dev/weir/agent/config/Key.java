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
    List<Kind> kinds) {}
