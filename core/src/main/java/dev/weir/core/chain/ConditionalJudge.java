package dev.weir.core.chain;

import dev.weir.core.Admission;
import dev.weir.core.CallAttributes;
import dev.weir.core.Outcome;
import dev.weir.core.Verdict;
import dev.weir.core.rules.Candidates;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Exemption;
import dev.weir.core.rules.RequestValue;
import dev.weir.core.rules.RuleSet;
import dev.weir.core.rules.Unlisted;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Judges calls for which it depends on their attributes which entries hold: finds those, and leaves
 * the call to the chain of them.
 */
final class ConditionalJudge implements CallJudge {

  /** Callers choose which sets of entries occur: chains of more are made for each call. */
  private static final int MOST_CHAINS = 1_024;

  /** Of calls that nothing judges or measures. */
  private static final Verdict UNGUARDED = Verdict.admit(new Unguarded());

  private final ChainComposer composer;
  private final int[] candidates;

  /** Of each candidate; null where it holds for every call. */
  private final @Nullable EntryCondition[] conditions;

  /** What makes a call exempt from all rules, each by itself. */
  private final List<List<RequestValue>> exempt = new ArrayList<>();

  /** What makes it exempt from {@code system}. */
  private final List<List<RequestValue>> exemptFromSystem = new ArrayList<>();

  private final Map<BitSet, SlotChain> chains = new ConcurrentHashMap<>();

  ConditionalJudge(ChainComposer composer, RuleSet rules, Candidates candidates) {
    this.composer = composer;
    this.candidates = candidates.entries();
    this.conditions = new @Nullable EntryCondition[this.candidates.length];
    for (int i = 0; i < conditions.length; i++) {
      conditions[i] = composer.condition(this.candidates[i]);
    }
    for (int ordinal : candidates.exemptions()) {
      Exemption exemption = rules.exempt().get(ordinal);
      (exemption.systemOnly() ? exemptFromSystem : exempt).add(exemption.when());
    }
  }

  @Override
  public boolean needsAttributes() {
    return true;
  }

  @Override
  public Verdict enter(long now, CallAttributes attributes) {
    AttributesOnce call = new AttributesOnce(attributes);
    boolean isExempt = any(exempt, call);
    BitSet holding = isExempt ? new BitSet() : holding(call);
    SlotChain chain =
        onlySystem(holding) ? call.unlisted(!composer.isSystem(holding)) : chain(holding);
    return chain == null || chain.isIdle() ? UNGUARDED : chain.enter(now, call);
  }

  private BitSet holding(AttributesOnce call) {
    BitSet holding = new BitSet();
    for (int i = 0; i < candidates.length; i++) {
      EntryCondition condition = conditions[i];
      if (condition == null || condition.holds(call)) {
        holding.set(candidates[i]);
      }
    }
    if (composer.isSystem(holding) && any(exemptFromSystem, call)) {
      holding.clear(RuleSet.SYSTEM);
    }
    List<Entry> entries = composer.entries();
    Unlisted.dropBesideListed(holding, entries);
    return holding;
  }

  private static boolean any(List<List<RequestValue>> exemptions, AttributesOnce call) {
    for (int i = 0; i < exemptions.size(); i++) {
      if (EntryCondition.hasAll(exemptions.get(i), call)) {
        return true;
      }
    }
    return false;
  }

  private boolean onlySystem(BitSet holding) {
    return holding.isEmpty() || (holding.cardinality() == 1 && composer.isSystem(holding));
  }

  private SlotChain chain(BitSet holding) {
    SlotChain known = chains.get(holding);
    if (known != null) {
      return known;
    }
    int[] ordinals = new int[holding.cardinality()];
    int count = 0;
    for (int i = holding.nextSetBit(0); i >= 0; i = holding.nextSetBit(i + 1)) {
      ordinals[count++] = i;
    }
    SlotChain chain = composer.chain(ordinals);
    if (chains.size() < MOST_CHAINS) {
      chains.put(holding, chain);
    }
    return chain;
  }

  /** Nothing to end. */
  private static final class Unguarded implements Admission {

    @Override
    public void exit(long startNanos, Outcome outcome) {}

    @Override
    public Admission detach(long startNanos) {
      return this;
    }
  }
}
