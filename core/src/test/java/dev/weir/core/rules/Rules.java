package dev.weir.core.rules;

import dev.weir.core.Mode;
import java.util.ArrayList;
import java.util.List;

/** Builds rule sets of patterns alone. */
final class Rules {

  private final List<Entry> entries = new ArrayList<>();
  private final List<Exemption> exempt = new ArrayList<>();

  Rules match(String... names) {
    return add(patterns(names), List.of(), false);
  }

  Rules unlisted(String... names) {
    return add(patterns(names), List.of(), true);
  }

  Rules matchExcept(String name, String... except) {
    return add(patterns(name), patterns(except), false);
  }

  Rules exempt(String... names) {
    exempt.add(new Exemption(patterns(names), List.of()));
    return this;
  }

  Rules add(List<ResourcePattern> match, List<ResourcePattern> except, boolean unlisted) {
    entries.add(
        new Entry(
            "entry " + entries.size(),
            null,
            match,
            except,
            unlisted,
            null,
            List.of(),
            OnBlock.DEFAULT));
    return this;
  }

  RuleSet build() {
    return new RuleSet(Mode.ENFORCE, null, Instrument.DEFAULT, exempt, entries);
  }

  /** An index whose values are the ordinals of the entries. */
  ResourceIndex<List<Integer>> index() {
    return new ResourceIndex<>(build(), Rules::list);
  }

  static List<Integer> list(Candidates candidates) {
    int[] ordinals = candidates.entries();
    List<Integer> list = new ArrayList<>();
    for (int ordinal : ordinals) {
      list.add(ordinal);
    }
    return list;
  }

  static List<ResourcePattern> patterns(String... names) {
    List<ResourcePattern> patterns = new ArrayList<>();
    for (String name : names) {
      patterns.add(ResourcePattern.parse(name));
    }
    return patterns;
  }
}
