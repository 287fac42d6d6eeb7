package dev.weir.agent.config;

import dev.weir.core.Kind;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Keying.Absent;
import dev.weir.core.rules.MethodPattern;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the rules of one entry count for each value by itself. Each of the four keys of a rule holds
 * instead of that of its entry. {@code overrides} of an entry belong to the one rule that has
 * neither values nor overrides of its own: a number says nothing of which rule it is for.
 */
final class KeyingReader {

  private static final KeyingKeys OF_ENTRY = Schema.ENTRY_KEYING;

  private final Reading reading;
  private final Values entry;
  private final List<ResourcePattern> match;
  private final Values file;
  private final List<Values> keyable = new ArrayList<>();
  private final List<Values> overridable = new ArrayList<>();
  private boolean broken;

  /**
   * @param match of the entry; empty where that is wrong
   * @param file that holds the entry
   */
  KeyingReader(Reading reading, Values entry, List<ResourcePattern> match, Values file) {
    this.reading = reading;
    this.entry = entry;
    this.match = match;
    this.file = file;
    for (RuleKeys kind : Schema.RULES) {
      broken |= entry.has(kind.key) && entry.get(kind.key) == null;
      if (kind instanceof KeyedRuleKeys keyed) {
        collect(keyed);
      }
    }
  }

  private void collect(KeyedRuleKeys kind) {
    for (Values rule : entry.list(kind.key)) {
      if (!rule.has(kind.keying.per)) {
        keyable.add(rule);
        if (!rule.has(kind.keying.overrides)) {
          overridable.add(rule);
        }
      }
    }
  }

  /** What is wrong with the keys of the entry. */
  void checkEntry() {
    if (entry.has(OF_ENTRY.per)) {
      checkPerOfEntry();
      checkParts(entry, OF_ENTRY);
    } else if (!hasRuleWithPer()) {
      warnWithoutPer(entry, OF_ENTRY);
    }
    if (entry.has(OF_ENTRY.overrides)) {
      checkOverridesOfEntry();
    }
  }

  private void checkPerOfEntry() {
    if (keyable.isEmpty() && !broken) {
      String why = hasRuleWithPer() ? "each rule has its own" : "the entry has no rule";
      reading.warnNoEffect(entry, OF_ENTRY.per, why);
    }
  }

  private boolean hasRuleWithPer() {
    for (RuleKeys kind : Schema.RULES) {
      if (kind instanceof KeyedRuleKeys keyed) {
        for (Values rule : entry.list(keyed.key)) {
          if (rule.has(keyed.keying.per)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private void checkOverridesOfEntry() {
    if (!entry.has(OF_ENTRY.per)) {
      reading.error(
          entry, OF_ENTRY.overrides, "needs per beside it, which says what the values are");
    } else if (overridable.size() != 1 && !broken) {
      reading.error(
          entry,
          OF_ENTRY.overrides,
          overridable.isEmpty()
              ? "no rule of the entry takes them; write them beside the limit that they replace"
              : "which rule is meant? write them inside the rule whose limit they replace");
    }
  }

  /** Null where all calls share the counters of the rule, or where what is written is wrong. */
  @Nullable Keying of(KeyedRuleKeys kind, Values rule) {
    KeyingKeys keys = kind.keying;
    boolean own = rule.has(keys.per);
    if (!own && !entry.has(OF_ENTRY.per)) {
      warnWithoutPer(rule, keys);
      if (rule.has(keys.overrides)) {
        reading.error(rule, keys.overrides, "needs per beside it, which says what the values are");
      }
      return null;
    }
    if (own) {
      checkParts(rule, keys);
    }
    List<KeyPart> per = own ? rule.get(keys.per) : entry.get(OF_ENTRY.per);
    if (per == null) {
      return null;
    }
    Absent absent = rule.get(keys.absent, entry.get(OF_ENTRY.absent, Absent.SHARED));
    int maxKeys = rule.get(keys.maxKeys, entry.get(OF_ENTRY.maxKeys, Keying.DEFAULT_MAX_KEYS));
    return new Keying(per, overrides(kind, rule, per), absent, maxKeys);
  }

  private Map<String, Rule> overrides(KeyedRuleKeys kind, Values rule, List<KeyPart> per) {
    boolean ofEntry = overridable.size() == 1 && overridable.get(0) == rule;
    Values from = ofEntry ? entry : rule;
    Key<Node.Mapping> key = ofEntry ? OF_ENTRY.overrides : kind.keying.overrides;
    Node.Mapping written = from.get(key);
    Map<String, Rule> overrides = new LinkedHashMap<>();
    if (written == null) {
      return overrides;
    }
    // What is wrong with the rule is not told again of each value.
    boolean sound = kind.rule(rule, null, reading) != null;
    Map<String, Node> first = new HashMap<>();
    OverrideValues values = new OverrideValues(per);
    for (Node.Member member : written.members()) {
      String path = Paths.child(from.path(key), member.key().text());
      String value = value(member.key(), values, path, first);
      Values limits = kind.limits.read(member.value(), path, reading);
      Rule override =
          limits == null || !sound ? null : kind.rule(kind.override(limits, rule), null, reading);
      if (override != null && value != null) {
        overrides.put(value, override);
      }
    }
    return overrides;
  }

  /** Null after what is wrong with it has been reported. */
  private @Nullable String value(
      Node.Scalar written, OverrideValues values, String path, Map<String, Node> first) {
    try {
      String value = values.read(written.text());
      Node same = first.putIfAbsent(value, written);
      if (same == null) {
        return value;
      }
      reading.error(written, path, "is the same as the one on line " + same.line());
    } catch (IllegalArgumentException e) {
      reading.error(written, path, String.valueOf(e.getMessage()));
    }
    return null;
  }

  private void checkParts(Values values, KeyingKeys keys) {
    List<KeyPart> per = values.list(keys.per);
    for (int i = 0; i < per.size(); i++) {
      boolean listed = values.at(keys.per) instanceof Node.Sequence;
      Node at = values.at(keys.per);
      if (at instanceof Node.Sequence sequence) {
        at = sequence.items().get(i);
      }
      String path = values.path(keys.per);
      checkPart(per, i, at, listed ? Paths.item(path, i) : path);
    }
    if (per.size() == 1 && per.get(0).source() == Source.RESOURCE && values.has(keys.absent)) {
      reading.warnNoEffect(values, keys.absent, "every call has a resource");
    }
  }

  private void checkPart(List<KeyPart> per, int index, Node at, String path) {
    KeyPart part = per.get(index);
    for (int i = 0; i < index; i++) {
      if (per.get(i).toString().equals(part.toString())) {
        reading.error(at, path, Quoted.of(part.toString()) + " is listed twice");
        return;
      }
    }
    if (part.source() == Source.CALLER) {
      reading.checkCaller(file, at, path);
    }
    int with = 0;
    for (ResourcePattern pattern : match) {
      with += mayHave(part, pattern) ? 1 : 0;
    }
    if (match.isEmpty() || with == match.size()) {
      return;
    }
    if (with == 0) {
      reading.error(at, path, noneHas(part));
    } else {
      reading.warn(
          at, path, "not every call of match has " + part + "; the others get what absent says");
    }
  }

  private String noneHas(KeyPart part) {
    Kind kind = kind(part.source());
    for (ResourcePattern pattern : match) {
      if (part.source() == Source.ARGUMENT && pattern.kind() == kind) {
        return "no method of match has " + part + "; the first parameter is arg:0";
      }
    }
    return part
        + " is known of "
        + (kind == null ? "no" : kind.scheme())
        + " calls only, and match"
        + " holds none";
  }

  private static boolean mayHave(KeyPart part, ResourcePattern pattern) {
    Kind kind = kind(part.source());
    if (kind != null && kind != pattern.kind()) {
      return false;
    }
    if (part.source() != Source.ARGUMENT
        || !(pattern instanceof MethodPattern method)
        || method.parameterTypes() == null) {
      return true;
    }
    return Integer.parseInt(part.name()) < method.parameterTypes().size();
  }

  /** Of the calls that have a value there; null where all have. */
  private static @Nullable Kind kind(Source source) {
    return switch (source) {
      case IP, HEADER, QUERY, COOKIE -> Kind.WEB;
      case HOST -> Kind.HTTP;
      case ARGUMENT -> Kind.METHOD;
      case RESOURCE, CALLER -> null;
    };
  }

  private void warnWithoutPer(Values values, KeyingKeys keys) {
    if (values.has(keys.absent)) {
      reading.warnNoEffect(values, keys.absent, "it is for rules with per");
    }
    if (values.has(keys.maxKeys)) {
      reading.warnNoEffect(values, keys.maxKeys, "it is for rules with per");
    }
  }
}
