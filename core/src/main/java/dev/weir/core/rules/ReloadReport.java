package dev.weir.core.rules;

import dev.weir.core.Mode;
import dev.weir.core.rules.Conditions.Callers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a reload changed, in lines for the log.
 *
 * @param added entries, each a line
 * @param removed entries, each a line
 * @param changed values, each a line with the old and the new one
 */
public record ReloadReport(List<String> added, List<String> removed, List<String> changed) {

  public ReloadReport {
    added = List.copyOf(added);
    removed = List.copyOf(removed);
    changed = List.copyOf(changed);
  }

  public boolean isEmpty() {
    return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
  }

  /** All lines: {@code changed "order-read": flow.limit 100/s -> 200/s}. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (String line : removed) {
      lines.add("removed " + line);
    }
    for (String line : added) {
      lines.add("added " + line);
    }
    for (String line : changed) {
      lines.add("changed " + line);
    }
    return lines;
  }

  /** What {@code after} has that {@code before} had not. */
  public static ReloadReport between(RuleSet before, RuleSet after) {
    return new Differences(before, after).report();
  }

  private static final class Differences {
    private final RuleSet before;
    private final RuleSet after;
    private final Map<String, Entry> gone = new LinkedHashMap<>();
    private final List<String> added = new ArrayList<>();
    private final List<String> removed = new ArrayList<>();
    private final List<String> changed = new ArrayList<>();

    Differences(RuleSet before, RuleSet after) {
      this.before = before;
      this.after = after;
    }

    ReloadReport report() {
      compare("mode", lower(before.mode()), lower(after.mode()));
      compare("caller", before.caller(), after.caller());
      compare("client-ip", clientIp(before), clientIp(after));
      compare("exempt", before.exempt().toString(), after.exempt().toString());
      compare(before.instrument(), after.instrument());
      List<String> earlier = before.identities();
      List<Entry> was = before.inForce();
      List<Entry> is = after.inForce();
      for (int i = 0; i < earlier.size(); i++) {
        gone.put(earlier.get(i), was.get(i));
      }
      List<String> identities = after.identities();
      List<Entry> fresh = new ArrayList<>();
      for (int i = 0; i < identities.size(); i++) {
        Entry entry = is.get(i);
        Entry old = gone.remove(identities.get(i));
        if (old == null) {
          fresh.add(entry);
        } else {
          compare(old, entry);
        }
      }
      for (Entry entry : fresh) {
        added.add(quoted(entry) + rules(entry) + origin(entry));
      }
      for (Entry entry : gone.values()) {
        removed.add(quoted(entry) + rules(entry));
      }
      return new ReloadReport(added, removed, changed);
    }

    // Component by component: equals and toString of records are slow to link, and this runs while
    // a JVM starts.
    private void compare(Instrument old, Instrument now) {
      compare("instrument.web", old.web(), now.web());
      compare("instrument.http", old.http(), now.http());
      compare("instrument.sql", old.sql(), now.sql());
      compare("instrument.methods", texts(old.methods()), texts(now.methods()));
      compare("instrument.exclude", old.exclude(), now.exclude());
    }

    /** Where a new entry seems to come from: counters are not carried over to another identity. */
    private String origin(Entry entry) {
      for (Entry old : gone.values()) {
        if (old.match().equals(entry.match())) {
          return "; was " + quoted(old) + ", renamed: starts fresh";
        }
        if (!old.rules().isEmpty() && old.rules().equals(entry.rules())) {
          return "; was " + quoted(old) + ", matched anew: starts fresh";
        }
      }
      return "";
    }

    private void compare(Entry old, Entry entry) {
      String of = quoted(entry) + ": ";
      compare(of + "match", texts(old.match()), texts(entry.match()));
      compare(of + "except", texts(old.except()), texts(entry.except()));
      compare(of + "unlisted", old.unlisted(), entry.unlisted());
      compare(of, old.conditions(), entry.conditions());
      compare(of + "mode", lower(old.mode()), lower(entry.mode()));
      compareRules(of, old.rules(), entry.rules());
      if (!old.onBlock().equals(entry.onBlock())) {
        changed.add(of + "on-block");
      }
    }

    private void compare(String of, Conditions old, Conditions now) {
      compare(of + "caller", callers(old.caller()), callers(now.caller()));
      compare(of + "from", texts(old.from()), texts(now.from()));
      compare(of + "when", old.when().toString(), now.when().toString());
    }

    private static @Nullable String callers(@Nullable Callers callers) {
      if (callers == null) {
        return null;
      }
      List<String> all = new ArrayList<>(callers.names());
      if (callers.other()) {
        all.add("other");
      }
      return all.toString();
    }

    private void compareRules(String of, List<Rule> old, List<Rule> now) {
      Map<String, Rule> earlier = byLabel(old);
      for (Map.Entry<String, Rule> labelled : byLabel(now).entrySet()) {
        Rule rule = labelled.getValue();
        Rule was = earlier.remove(labelled.getKey());
        String label = of + labelled.getKey();
        if (was == null) {
          changed.add(label + " " + settings(rule) + " is new");
          continue;
        }
        compare(label + ".mode", lower(was.mode()), lower(rule.mode()));
        Map<String, String> settings = settings(was);
        for (Map.Entry<String, String> setting : settings(rule).entrySet()) {
          compare(
              label + "." + setting.getKey(),
              settings.remove(setting.getKey()),
              setting.getValue());
        }
        for (Map.Entry<String, String> setting : settings.entrySet()) {
          compare(label + "." + setting.getKey(), setting.getValue(), null);
        }
      }
      for (Map.Entry<String, Rule> labelled : earlier.entrySet()) {
        changed.add(of + labelled.getKey() + " " + settings(labelled.getValue()) + " is gone");
      }
    }

    /** Rules by name, or by position among those of their kind: {@code flow}, {@code flow[1]}. */
    private static Map<String, Rule> byLabel(List<Rule> rules) {
      Map<String, Rule> labelled = new LinkedHashMap<>();
      for (Rule rule : rules) {
        String label = rule.name() == null ? rule.kind() : rule.kind() + " \"" + rule.name() + '"';
        String free = label;
        for (int n = 1; labelled.containsKey(free); n++) {
          free = label + '[' + n + ']';
        }
        labelled.put(free, rule);
      }
      return labelled;
    }

    private void compare(String what, @Nullable Object old, @Nullable Object now) {
      if (!Objects.equals(old, now)) {
        changed.add(
            what + " " + (old == null ? "none" : old) + " -> " + (now == null ? "none" : now));
      }
    }

    private static @Nullable String lower(@Nullable Mode mode) {
      return mode == null ? null : mode.name().toLowerCase(Locale.ROOT);
    }

    private static List<String> texts(List<? extends ResourcePattern> patterns) {
      List<String> texts = new ArrayList<>(patterns.size());
      for (ResourcePattern pattern : patterns) {
        texts.add(pattern.text());
      }
      return texts;
    }

    private static @Nullable String clientIp(RuleSet rules) {
      ClientIp clientIp = rules.clientIp();
      if (clientIp == null) {
        return null;
      }
      List<String> ranges = new ArrayList<>();
      for (AddressRange range : clientIp.trustedProxies()) {
        ranges.add(range.text());
      }
      return clientIp.header() + " of " + ranges;
    }

    private static String rules(Entry entry) {
      StringBuilder text = new StringBuilder();
      for (Rule rule : entry.rules()) {
        for (Map.Entry<String, String> setting : settings(rule).entrySet()) {
          text.append(text.length() == 0 ? ": " : ", ").append(rule.kind()).append('.');
          text.append(setting.getKey()).append(' ').append(setting.getValue());
        }
      }
      return text.toString();
    }

    private static Map<String, String> settings(Rule rule) {
      Map<String, String> settings = new LinkedHashMap<>(rule.settings());
      Keying keying = rule.keying();
      if (keying != null) {
        keying.addTo(settings, rule);
      }
      return settings;
    }

    private static String quoted(Entry entry) {
      return '"' + entry.display() + '"';
    }
  }
}
