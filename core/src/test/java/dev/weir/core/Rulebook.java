package dev.weir.core;

import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Instrument;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.Rule;
import dev.weir.core.rules.RuleSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a rule file would say, in a line. */
public final class Rulebook {

  public static final long SECOND = 1_000_000_000;

  private Rulebook() {}

  public static RuleSet enforcing(Entry... entries) {
    return rules(Mode.ENFORCE, entries);
  }

  public static RuleSet rules(Mode mode, Entry... entries) {
    return new RuleSet(mode, null, Instrument.DEFAULT, List.of(), List.of(entries));
  }

  public static Entry entry(String name, String match, Rule... rules) {
    return entry(name, match, null, rules);
  }

  public static Entry entry(
      @Nullable String name, String match, @Nullable Mode mode, Rule... rules) {
    return new Entry(
        name != null ? name : match,
        name,
        List.of(ResourcePattern.parse(match)),
        List.of(),
        false,
        mode,
        List.of(rules),
        OnBlock.DEFAULT);
  }

  public static FlowRule perSecond(long calls) {
    return new FlowRule(null, null, new Rate(calls, SECOND));
  }

  public static FlowRule perMinute(long calls) {
    return new FlowRule(null, null, new Rate(calls, 60 * SECOND));
  }

  public static FlowRule in(Mode mode, FlowRule rule) {
    return new FlowRule(rule.name(), mode, rule.limit());
  }

  public static FlowRule named(String name, FlowRule rule) {
    return new FlowRule(name, rule.mode(), rule.limit());
  }
}
