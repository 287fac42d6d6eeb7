package dev.weir.it;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the agent says of itself over JMX, at one moment. */
record Statistics(
    long passed,
    Map<String, Long> blocked,
    long wouldBlock,
    long inFlight,
    long suppressedFailures,
    boolean rulesValid,
    String rulesSource,
    String rulesHash,
    String mode,
    List<String> patternsWithoutMatch,
    Map<String, Entry> entries,
    Map<String, Entry> unlisted) {

  Statistics {
    entries = new LinkedHashMap<>(entries);
    unlisted = new LinkedHashMap<>(unlisted);
  }

  /**
   * One entry of the rule file.
   *
   * @param completed calls that have ended, however
   * @param failed those among them that failed
   * @param rules what each of its rules is doing, by its name, else its kind
   */
  record Entry(
      long passed,
      long blocked,
      long wouldBlock,
      long inFlight,
      long completed,
      long failed,
      long rtSumNanos,
      Map<String, Map<String, String>> rules) {

    static final Entry NONE = new Entry(0, 0, 0, 0, 0, 0, 0, Map.of());

    /** What a rule is doing, by its name, else its kind. */
    Map<String, String> rule(String name) {
      Map<String, String> rule = rules.get(name);
      if (rule == null) {
        throw new AssertionError("no rule " + name + " among " + rules.keySet());
      }
      return rule;
    }
  }

  /** By its name, else its first pattern. */
  Entry entry(String name) {
    Entry entry = entries.get(name);
    if (entry == null) {
      throw new AssertionError("no entry " + name + " among " + entries.keySet());
    }
    return entry;
  }

  /** Calls that no entry matches, by their name. */
  Entry unlisted(String name) {
    return unlisted.getOrDefault(name, Entry.NONE);
  }

  long blockedTotal() {
    long total = 0;
    for (long count : blocked.values()) {
      total += count;
    }
    return total;
  }
}
