package dev.weir.agent.config;

import dev.weir.core.BlockReason;
import dev.weir.core.Kind;
import dev.weir.core.rules.Conditions;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.Rule;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The entries of {@code resources}: each by itself, then what two of them say of the same calls.
 */
final class EntryReader {

  private final Reading reading;
  private final OnBlockReader onBlocks;
  private final OnBlock otherwise;
  private final Values file;
  private final ConditionsReader conditions;
  private final Map<String, Values> identities = new HashMap<>();

  /**
   * @param otherwise for entries without an {@code on-block}
   * @param file that holds the entries
   */
  EntryReader(Reading reading, OnBlockReader onBlocks, OnBlock otherwise, Values file) {
    this.reading = reading;
    this.onBlocks = onBlocks;
    this.otherwise = otherwise;
    this.file = file;
    this.conditions = new ConditionsReader(reading, file);
  }

  /** Null where something of the entry is wrong, which has been reported. */
  @Nullable Entry read(Values values) {
    List<ResourcePattern> match = values.get(Schema.MATCH);
    Set<Kind> kinds = kinds(match == null ? List.of() : match);
    List<Rule> rules = rules(values, match == null ? List.of() : match);
    OnBlock onBlock = onBlock(values, kinds);
    Conditions conditions = this.conditions.read(values, kinds);
    if (match == null) {
      return null;
    }
    String name = values.get(Schema.NAME);
    if (Entry.SYSTEM.equals(name)) {
      reading.error(
          values,
          Schema.NAME,
          "\"system\" is what the rules of system are called; choose another name");
    }
    String identity = name != null ? name : identity(match, conditions, values);
    checkIdentity(identity, name != null, values);
    List<ResourcePattern> except = values.list(Schema.EXCEPT);
    checkExcept(except, match, kinds, values);
    return new Entry(
        identity,
        name,
        match,
        except,
        values.is(Schema.UNLISTED, false),
        conditions,
        values.get(Schema.ENTRY_MODE),
        rules,
        onBlock);
  }

  static Set<Kind> kinds(List<ResourcePattern> patterns) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    for (ResourcePattern pattern : patterns) {
      kinds.add(pattern.kind());
    }
    return kinds;
  }

  private List<Rule> rules(Values values, List<ResourcePattern> match) {
    KeyingReader keyings = new KeyingReader(reading, values, match, file);
    keyings.checkEntry();
    List<Rule> rules = new ArrayList<>();
    for (RuleKeys kind : Schema.RULES) {
      Set<String> names = new HashSet<>();
      if (kind.reason == BlockReason.ACCESS && values.has(kind.key)) {
        reading.checkCaller(file, values.at(kind.key), values.path(kind.key));
      }
      for (Values written : values.list(kind.key)) {
        String name = written.get(kind.name);
        if (name != null && !names.add(name)) {
          reading.error(
              written, kind.name, "another " + kind.reason.key() + " of this entry has this name");
        }
        kind.check(written, values, file, reading);
        Rule rule = rule(kind, written, keyings);
        if (rule != null) {
          rules.add(rule);
        }
      }
    }
    return rules;
  }

  private @Nullable Rule rule(RuleKeys kind, Values written, KeyingReader keyings) {
    if (kind instanceof KeyedRuleKeys keyed) {
      keyed.warn(written, reading);
      return keyed.rule(written, keyings.of(keyed, written), reading);
    }
    return kind.rule(written, reading);
  }

  private OnBlock onBlock(Values values, Set<Kind> kinds) {
    Values written = values.get(Schema.ENTRY_ON_BLOCK);
    if (written == null) {
      return otherwise;
    }
    boolean ruled = false;
    for (RuleKeys kind : Schema.RULES) {
      ruled |= values.has(kind.key);
    }
    if (!ruled) {
      reading.warnNoEffect(
          values, Schema.ENTRY_ON_BLOCK, "the entry has no rule that could refuse");
    } else {
      warnOfIdleBranches(written, values);
    }
    return onBlocks.read(written, kinds);
  }

  private void warnOfIdleBranches(Values written, Values entry) {
    for (BlockReason reason : BlockReason.values()) {
      Key<Values> branch = OnBlockReader.branch(reason);
      if (written.has(branch) && !hasRule(entry, reason)) {
        reading.warnNoEffect(
            written,
            branch,
            reason == BlockReason.SYSTEM
                ? "system is of the whole file; write it in on-block at the top of the file"
                : "the entry has no " + reason.key() + " rule");
      }
    }
  }

  private static boolean hasRule(Values entry, BlockReason reason) {
    for (RuleKeys kind : Schema.RULES) {
      if (kind.reason == reason) {
        return entry.has(kind.key);
      }
    }
    return false;
  }

  /** The match set, in any order the same entry, and what the calls must be besides. */
  private String identity(List<ResourcePattern> match, Conditions conditions, Values values) {
    Set<String> names = new TreeSet<>();
    for (ResourcePattern pattern : match) {
      if (!names.add(pattern.text())) {
        reading.warn(values, Schema.MATCH, Quoted.of(pattern.text()) + " is listed twice");
      }
    }
    String calls = String.join(", ", names);
    return conditions.isEmpty() ? calls : calls + ' ' + conditions;
  }

  /** What an entry matches, in any order. */
  static Set<String> texts(Values values) {
    Set<String> texts = new HashSet<>();
    for (ResourcePattern pattern : values.list(Schema.MATCH)) {
      texts.add(pattern.text());
    }
    return texts;
  }

  private void checkIdentity(String identity, boolean named, Values values) {
    Values first = identities.putIfAbsent(identity, values);
    if (first == null) {
      return;
    }
    String message =
        (named ? "the same name as " : "the same calls as ")
            + first.path()
            + " on line "
            + first.node().line()
            + "; "
            + (named
                ? "names tell entries apart"
                : "write their rules in one entry, or give it a name");
    Key<?> at = named ? Schema.NAME : Schema.MATCH;
    reading.error(values, at, message);
  }

  private void checkExcept(
      List<ResourcePattern> except, List<ResourcePattern> match, Set<Kind> kinds, Values values) {
    for (ResourcePattern pattern : except) {
      if (!kinds.contains(pattern.kind())) {
        reading.warnNoEffect(
            values, Schema.EXCEPT, "match holds no " + pattern.kind().scheme() + " calls");
      } else if (lists(match, pattern)) {
        reading.warn(
            values,
            Schema.EXCEPT,
            Quoted.of(pattern.text()) + " is in match, too: it matches no call");
      }
    }
  }

  static boolean lists(List<ResourcePattern> patterns, ResourcePattern pattern) {
    for (ResourcePattern each : patterns) {
      if (each.text().equals(pattern.text())) {
        return true;
      }
    }
    return false;
  }
}
