package dev.weir.core.chain;

import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.Mode;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entry in force: its rules at work, and its counters. Immutable; a reload makes the next one
 * from it, which goes on with the counters.
 */
public final class ActiveEntry {

  private final Entry entry;
  private final EntryCounters counters;
  private final boolean evaluated;
  private final List<Rule> rules;
  private final @Nullable Slot[] slots;
  private final Step[] steps;

  private ActiveEntry(
      Entry entry,
      EntryCounters counters,
      boolean evaluated,
      List<Rule> rules,
      @Nullable Slot[] slots,
      Step[] steps) {
    this.entry = entry;
    this.counters = counters;
    this.evaluated = evaluated;
    this.rules = rules;
    this.slots = slots;
    this.steps = steps;
  }

  /**
   * Puts an entry to work.
   *
   * @param mode of the file
   * @param cap of all modes
   * @param context of its slots
   * @param before the entry of the same identity that this one replaces, or null
   */
  public static ActiveEntry of(
      Entry entry, Mode mode, Mode cap, SlotContext context, @Nullable ActiveEntry before) {
    Mode own = entry.mode() != null ? entry.mode() : mode;
    List<Rule> rules = inOrderOfTypes(entry.rules());
    @Nullable Slot[] replaced =
        before == null ? new @Nullable Slot[rules.size()] : before.match(rules);
    @Nullable Slot[] slots = new @Nullable Slot[rules.size()];
    List<Step> steps = new ArrayList<>(rules.size());
    EntryCounters counters = before == null ? new EntryCounters() : before.counters;
    for (int i = 0; i < slots.length; i++) {
      Rule rule = rules.get(i);
      SlotType<Rule> type = SlotTypes.at(SlotTypes.position(rule));
      Slot slot = type.slot(rule, context, replaced[i]);
      slots[i] = slot;
      Mode effective = (rule.mode() != null ? rule.mode() : own).cappedBy(cap);
      if (slot != null && effective != Mode.OFF) {
        steps.add(new Step(slot, type.phase(), counters, effective == Mode.ENFORCE));
      }
    }
    boolean evaluated = !steps.isEmpty() || own.cappedBy(cap) != Mode.OFF;
    return new ActiveEntry(entry, counters, evaluated, rules, slots, steps.toArray(new Step[0]));
  }

  private static List<Rule> inOrderOfTypes(List<Rule> rules) {
    List<Rule> ordered = new ArrayList<>(rules.size());
    for (int position = 0; position < SlotTypes.count(); position++) {
      for (Rule rule : rules) {
        if (SlotTypes.position(rule) == position) {
          ordered.add(rule);
        }
      }
    }
    return ordered;
  }

  /** Which of this entry's slots each of {@code next} replaces: the one whose counter it keeps. */
  private @Nullable Slot[] match(List<Rule> next) {
    @Nullable Slot[] replaced = new @Nullable Slot[next.size()];
    boolean[] used = new boolean[slots.length];
    for (Likeness likeness : Likeness.values()) {
      for (int i = 0; i < replaced.length; i++) {
        for (int j = 0; j < slots.length && replaced[i] == null; j++) {
          if (!used[j] && slots[j] != null && likeness.holds(rules.get(j), next.get(i))) {
            used[j] = true;
            replaced[i] = slots[j];
          }
        }
      }
    }
    return replaced;
  }

  /** What makes two rules the same one before and after a reload; the strongest first. */
  private enum Likeness {
    NAME,
    EQUAL,
    COUNTER,
    TYPE;

    boolean holds(Rule before, Rule after) {
      int position = SlotTypes.position(before);
      if (position != SlotTypes.position(after)) {
        return false;
      }
      if (before.name() != null || after.name() != null) {
        return before.name() != null && before.name().equals(after.name());
      }
      return switch (this) {
        case NAME -> false;
        case EQUAL -> before.equals(after);
        case COUNTER -> SlotTypes.at(position).sharesCounter(before, after);
        case TYPE -> true;
      };
    }
  }

  public Entry entry() {
    return entry;
  }

  /** Whether calls are judged or at least counted by it. */
  public boolean isEvaluated() {
    return evaluated;
  }

  /** What it has counted. */
  public EntrySnapshot snapshot() {
    return counters.snapshot(entry);
  }

  /** Its part of all calls, in which no call is counted twice. */
  public EntrySnapshot contribution() {
    return counters.contribution(entry);
  }

  Step[] steps() {
    return steps;
  }

  EntryCounters counters() {
    return counters;
  }
}
