package dev.weir.agent.config;

import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.Keying.Absent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How is written what is counted for each value by itself: of an entry, and of a single rule. */
final class KeyingKeys {

  static final int MAX_KEYS = 1_000_000;

  final Key<List<KeyPart>> per;
  final Key<Node.Mapping> overrides;
  final Key<Absent> absent;
  final Key<Integer> maxKeys;

  /**
   * @param limits what is written for a single value; null where that is as the rule wants it
   */
  KeyingKeys(Section section, @Nullable Section limits) {
    per =
        section.key(
            "per",
            ListType.oneOrMore(new KeyPartType()),
            "counters of their own for the calls of each value");
    overrides =
        section.key(
            "overrides",
            new MappingType("a mapping of values to limits, e.g. {acme: 200},", limits),
            "other limits for single values");
    absent =
        section.key(
            "absent",
            new WordType<>(List.of(Absent.SHARED, Absent.ADMIT, Absent.REFUSE)),
            "what a call without the value gets");
    maxKeys =
        section.key(
            "max-keys", new IntegerType(1, MAX_KEYS), "values with counters of their own at once");
  }
}
