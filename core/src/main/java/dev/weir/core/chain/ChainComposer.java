package dev.weir.core.chain;

import dev.weir.core.Ticker;
import dev.weir.core.rules.Candidates;
import dev.weir.core.rules.Composer;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.RuleSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What judges sets of entries. Two judges of one set differ in nothing but identity. */
public final class ChainComposer implements Composer<CallJudge> {

  private final Ticker ticker;
  private final RuleSet rules;
  private final List<Entry> entries;
  private final ActiveEntry[] active;

  /** Of each entry; null where it has none. */
  private final @Nullable EntryCondition[] conditions;

  /** Stands for calls that no entry but {@code system} holds for. */
  private final SlotChain systemOnly;

  /**
   * @param active what the rules have in force, in that order; not to be changed
   */
  public ChainComposer(Ticker ticker, RuleSet rules, ActiveEntry[] active) {
    this.ticker = ticker;
    this.rules = rules;
    this.entries = rules.inForce();
    this.active = active;
    this.conditions = new @Nullable EntryCondition[active.length];
    for (int i = 0; i < active.length; i++) {
      conditions[i] = EntryCondition.of(entries.get(i), entries);
    }
    this.systemOnly = chain(new int[0]);
  }

  @Override
  public CallJudge compose(Candidates candidates) {
    int[] ordinals = candidates.entries();
    if (candidates.exemptions().length > 0 || anyConditional(ordinals)) {
      return new ConditionalJudge(this, rules, candidates);
    }
    return ordinals.length == 1 && entries.get(ordinals[0]).isSystem()
        ? systemOnly
        : chain(ordinals);
  }

  private boolean anyConditional(int[] ordinals) {
    for (int ordinal : ordinals) {
      if (conditions[ordinal] != null) {
        return true;
      }
    }
    return false;
  }

  /** Whether a judge stands for calls that no entry but {@code system} holds for. */
  public boolean isSystemOnly(CallJudge judge) {
    return judge == systemOnly;
  }

  /** The entry of {@code system}, or null. */
  public @Nullable ActiveEntry system() {
    return rules.system() == null ? null : active[RuleSet.SYSTEM];
  }

  SlotChain chain(int[] ordinals) {
    List<Part> parts = new ArrayList<>();
    List<EntryCounters> counters = new ArrayList<>();
    for (int ordinal : ordinals) {
      ActiveEntry entry = active[ordinal];
      if (entry.isEvaluated()) {
        Collections.addAll(parts, entry.parts());
        counters.add(entry.counters());
      }
    }
    return SlotChain.of(ticker, parts.toArray(new Part[0]), counters.toArray(new EntryCounters[0]));
  }

  @Nullable EntryCondition condition(int ordinal) {
    return conditions[ordinal];
  }

  List<Entry> entries() {
    return entries;
  }

  /** Whether {@code system} is in the set. */
  boolean isSystem(BitSet ordinals) {
    return rules.system() != null && ordinals.get(RuleSet.SYSTEM);
  }
}
