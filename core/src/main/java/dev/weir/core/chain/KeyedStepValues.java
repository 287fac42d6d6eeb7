package dev.weir.core.chain;

import dev.weir.core.EngineEvent;
import dev.weir.core.chain.SlotType.Phase;
import dev.weir.core.keys.CommonKey;
import dev.weir.core.keys.KeyTable;
import dev.weir.core.keys.KeyedValues;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.ResourceName;
import dev.weir.core.rules.Rule;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The steps of the keys of one rule. */
final class KeyedStepValues implements KeyedValues<Step> {

  private final Rule rule;
  private final Keying keying;
  private final SlotContext context;
  private final EntryCounters counters;
  private final boolean enforced;
  private final SlotType<Rule> type;

  /** Named keys whose rule limits nothing. */
  private final Set<String> unlimited = new HashSet<>();

  private final boolean othersAreLimited;
  private final long memoryNanos;

  KeyedStepValues(
      Rule rule, Keying keying, SlotContext context, EntryCounters counters, boolean enforced) {
    this.rule = rule;
    this.keying = keying;
    this.context = context;
    this.counters = counters;
    this.enforced = enforced;
    this.type = SlotTypes.of(rule);
    othersAreLimited = slot(CommonKey.SHARED, rule, null) != null;
    long longest = type.memoryNanos(rule);
    for (Map.Entry<String, Rule> override : keying.overrides().entrySet()) {
      if (slot(override.getKey(), override.getValue(), null) == null) {
        unlimited.add(override.getKey());
      }
      longest = Math.max(longest, type.memoryNanos(override.getValue()));
    }
    memoryNanos = longest;
  }

  /**
   * Whether calls of a key are limited at all.
   *
   * @param key null where a call has none
   */
  boolean limits(@Nullable Object key) {
    return (key != null && isNamed(key)) ? !unlimited.contains(key) : othersAreLimited;
  }

  @Override
  public boolean isNamed(Object key) {
    return key instanceof String name && keying.overrides().containsKey(name);
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
    Rule named = key instanceof String name ? keying.overrides().get(name) : null;
    return named == null ? rule : named;
  }

  private @Nullable Slot slot(Object key, Rule keyRule, @Nullable Slot before) {
    return type.slot(keyRule, context.withKey(text(key)), before);
  }

  /** As users see it. */
  static String text(Object key) {
    if (key == CommonKey.ABSENT) {
      return "(none)";
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
