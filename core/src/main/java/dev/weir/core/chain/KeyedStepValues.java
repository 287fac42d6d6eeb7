package dev.weir.core.chain;

import dev.weir.core.EngineEvent;
import dev.weir.core.chain.KeyOverrides.Chosen;
import dev.weir.core.chain.SlotType.Phase;
import dev.weir.core.keys.CommonKey;
import dev.weir.core.keys.Group;
import dev.weir.core.keys.KeyTable;
import dev.weir.core.keys.KeyedValues;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.ResourceName;
import dev.weir.core.rules.Rule;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** The steps of the keys of one rule. */
final class KeyedStepValues implements KeyedValues<Step> {

  private final Rule rule;
  private final Keying keying;
  private final SlotContext context;
  private final EntryCounters counters;
  private final boolean enforced;
  private final SlotType<Rule> type;

  private final KeyOverrides overrides;

  /** Rules that limit nothing. */
  private final IdentityHashMap<Rule, Boolean> unlimited = new IdentityHashMap<>();

  private final long memoryNanos;

  KeyedStepValues(
      Rule rule, Keying keying, SlotContext context, EntryCounters counters, boolean enforced) {
    this.rule = rule;
    this.keying = keying;
    this.context = context;
    this.counters = counters;
    this.enforced = enforced;
    this.type = SlotTypes.of(rule);
    this.overrides = new KeyOverrides(keying);
    long longest = note(rule);
    for (Rule override : keying.overrides().values()) {
      longest = Math.max(longest, note(override));
    }
    memoryNanos = longest;
  }

  private long note(Rule each) {
    if (slot(CommonKey.SHARED, each, null) == null) {
      unlimited.put(each, true);
    }
    return type.memoryNanos(each);
  }

  /**
   * Whether calls of a key are limited at all.
   *
   * @param key null where a call has none
   */
  boolean limits(@Nullable Object key) {
    if (unlimited.isEmpty()) {
      return true;
    }
    return !unlimited.containsKey(key == null ? rule : ruleOf(key));
  }

  @Override
  public boolean isNamed(Object key) {
    Chosen chosen = overrides.of(key);
    return chosen != null && chosen.group() == null;
  }

  @Override
  public Object sharedBy(Object key) {
    Chosen chosen = overrides.of(key);
    return chosen == null || chosen.group() == null ? CommonKey.SHARED : chosen.group();
  }

  @Override
  public Step make(Object key) {
    // No slot: a reload came between the look at what is limited and this.
    return step(key, null);
  }

  @Override
  public Step upgraded(Object key, Step before) {
    return step(key, before.slot);
  }

  private Step step(Object key, @Nullable Slot before) {
    Rule own = ruleOf(key);
    Slot slot = slot(key, own, before);
    return slot == null
        ? new Step(new UnlimitedSlot(), Phase.COUNT, counters, enforced)
        : new Step(slot, type.phase(own), counters, enforced);
  }

  private Rule ruleOf(Object key) {
    Chosen chosen = overrides.of(key);
    return chosen == null ? rule : chosen.rule();
  }

  private @Nullable Slot slot(Object key, Rule keyRule, @Nullable Slot before) {
    return type.slot(keyRule, context.withKey(text(key)), before);
  }

  /** As users see it. */
  static String text(Object key) {
    if (key == CommonKey.ABSENT) {
      return "(none)";
    }
    if (key instanceof Group) {
      return "(others of " + ResourceName.value(key.toString()) + ")";
    }
    return key == CommonKey.SHARED ? "(others)" : ResourceName.value(key.toString());
  }

  @Override
  public boolean isIdle(Step step, long now) {
    return step.slot.isIdle(now);
  }

  @Override
  public int maxKeys() {
    return keying.maxKeys();
  }

  @Override
  public long memoryNanos() {
    return memoryNanos;
  }

  private String partsText() {
    StringBuilder text = new StringBuilder();
    for (KeyPart part : keying.per()) {
      text.append(text.length() == 0 ? "" : ", ").append(part);
    }
    return text.toString();
  }

  @Override
  public void exhausted(long overflowed, long now) {
    context.tell(
        EngineEvent.Type.KEYS_EXHAUSTED,
        rule,
        "max-keys "
            + keying.maxKeys()
            + " of "
            + rule.kind()
            + " per "
            + partsText()
            + ": all are in use, so that new keys share "
            + KeyTable.SHARED
            + " counters; "
            + overflowed
            + (overflowed == 1 ? " call has" : " calls have")
            + " so far",
        now);
  }
}
