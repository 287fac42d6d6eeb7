package dev.weir.core.chain;

import dev.weir.core.CallAttributes;
import dev.weir.core.Mode;
import dev.weir.core.RuleSnapshot;
import dev.weir.core.chain.SlotType.Phase;
import dev.weir.core.keys.CompoundKey;
import dev.weir.core.keys.KeyNode;
import dev.weir.core.keys.KeyTable;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Keying.Absent;
import dev.weir.core.rules.Rule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A rule that counts for each key by itself: the step of a call is that of its key. */
final class KeyedSteps implements Part {

  /** Keys of a rule that are shown. */
  private static final int MOST_SNAPSHOTS = 100;

  private final KeyPart[] per;
  private final Absent absent;
  private final KeyedStepValues values;
  private final KeyTable<Step> table;

  /** What refuses a call that has not the part of that number. */
  private final Step[] missing;

  private KeyedSteps(Keying keying, KeyedStepValues values, KeyTable<Step> table, Step[] missing) {
    this.per = keying.per().toArray(new KeyPart[0]);
    this.absent = keying.absent();
    this.values = values;
    this.table = table;
    this.missing = missing;
  }

  /**
   * Puts a rule to work.
   *
   * @param before what this one replaces in a reload, or null; with the same keys, all go on with
   *     what they have counted
   */
  static KeyedSteps of(
      Rule rule,
      Keying keying,
      SlotContext context,
      EntryCounters counters,
      boolean enforced,
      @Nullable KeyedSteps before) {
    KeyedStepValues values = new KeyedStepValues(rule, keying, context, counters, enforced);
    Step[] missing = new Step[keying.per().size()];
    for (int i = 0; i < missing.length; i++) {
      Slot slot = new MissingKeySlot(rule, context, keying.per().get(i));
      missing[i] = new Step(slot, Phase.COUNT, counters, enforced);
    }
    KeyTable<Step> table;
    if (before != null && keying.per().equals(List.of(before.per))) {
      table = before.table;
      table.change(values);
    } else {
      table = new KeyTable<>(context.ticker(), values);
    }
    return new KeyedSteps(keying, values, table, missing);
  }

  /** How many keys there are, and what some of them are doing. */
  void addSnapshots(String kind, String name, Mode mode, long now, List<RuleSnapshot> snapshots) {
    Map<String, Object> sum = new LinkedHashMap<>();
    sum.put("keys", (long) table.size());
    sum.put("max-keys", (long) table.maxKeys());
    sum.put("calls-without-room", table.overflowed());
    sum.put("keys-dropped", table.dropped());
    snapshots.add(new RuleSnapshot(kind, name, null, mode, sum));
    int most = snapshots.size() + MOST_SNAPSHOTS;
    table.forEach(
        (key, step) -> {
          if (snapshots.size() < most) {
            Map<String, Object> state = step.slot.state(now);
            snapshots.add(new RuleSnapshot(kind, name, KeyedStepValues.text(key), mode, state));
          }
        });
  }

  /** Adds what judges the call, if anything does. */
  void bind(long now, CallAttributes attributes, Binding binding) {
    Object key = per.length == 1 ? attributes.value(per[0]) : compound(attributes);
    if (key == null && absent != Absent.SHARED) {
      if (absent == Absent.REFUSE) {
        binding.add(missing[firstMissing(attributes)]);
      }
    } else if (values.limits(key)) {
      KeyNode<Step> node = table.pin(key, now);
      binding.add(node);
      KeyNode<Step> beside = table.beside(node, now);
      if (beside != null) {
        binding.add(beside);
      }
    }
  }

  /** Null where a part is missing: such calls count as having no key at all. */
  private @Nullable CompoundKey compound(CallAttributes attributes) {
    String[] parts = new String[per.length];
    for (int i = 0; i < parts.length; i++) {
      String part = attributes.value(per[i]);
      if (part == null) {
        return null;
      }
      parts[i] = part;
    }
    return new CompoundKey(parts);
  }

  private int firstMissing(CallAttributes attributes) {
    int first = 0;
    while (first < per.length - 1 && attributes.value(per[first]) != null) {
      first++;
    }
    return first;
  }
}
