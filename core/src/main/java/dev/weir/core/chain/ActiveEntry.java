package dev.weir.core.chain;

import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.Mode;
import dev.weir.core.RuleSnapshot;
import dev.weir.core.chain.SlotType.Phase;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.Rule;
import dev.weir.core.window.CallTotals;
import java.util.ArrayList;
import java.util.Arrays;
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
  private final Mode[] modes;

  /** What each rule has at work; null where it limits nothing, or counts by key. */
  private final @Nullable Slot[] slots;

  /** What each rule that counts by key has at work. */
  private final @Nullable KeyedSteps[] keyed;

  private final Part[] parts;

  private ActiveEntry(
      Entry entry,
      EntryCounters counters,
      boolean evaluated,
      List<Rule> rules,
      Mode[] modes,
      @Nullable Slot[] slots,
      @Nullable KeyedSteps[] keyed,
      Part[] parts) {
    this.entry = entry;
    this.counters = counters;
    this.evaluated = evaluated;
    this.rules = rules;
    this.modes = modes;
    this.slots = slots;
    this.keyed = keyed;
    this.parts = parts;
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
    int[] replaced = before == null ? none(rules.size()) : before.match(rules);
    @Nullable Slot[] slots = new @Nullable Slot[rules.size()];
    @Nullable KeyedSteps[] keyed = new @Nullable KeyedSteps[rules.size()];
    Mode[] modes = new Mode[rules.size()];
    List<Part> parts = new ArrayList<>(rules.size());
    EntryCounters counters =
        before == null ? new EntryCounters(context.startNanos()) : before.counters;
    counters.slowNanos(slowNanos(rules));
    for (int i = 0; i < slots.length; i++) {
      Rule rule = rules.get(i);
      Keying keying = rule.keying();
      modes[i] = (rule.mode() != null ? rule.mode() : own).cappedBy(cap);
      boolean enforced = modes[i] == Mode.ENFORCE;
      SlotContext where = enforced ? context : context.withoutWaiting();
      Part part;
      if (keying != null) {
        KeyedSteps earlier = at(before == null ? null : before.keyed, replaced[i]);
        keyed[i] = KeyedSteps.of(rule, keying, where, counters, enforced, earlier);
        part = keyed[i];
      } else {
        SlotType<Rule> type = SlotTypes.of(rule);
        slots[i] = type.slot(rule, where, at(before == null ? null : before.slots, replaced[i]));
        Slot slot = slots[i];
        part = slot == null ? null : part(slot, type.phase(rule), counters, enforced);
      }
      if (part != null && modes[i] != Mode.OFF) {
        parts.add(part);
      }
    }
    boolean evaluated = !parts.isEmpty() || own.cappedBy(cap) != Mode.OFF;
    return new ActiveEntry(
        entry, counters, evaluated, rules, modes, slots, keyed, parts.toArray(new Part[0]));
  }

  private static Part part(Slot slot, Phase phase, EntryCounters counters, boolean enforced) {
    return slot instanceof AskingSlot asking
        ? new AskingStep(asking, phase, counters, enforced)
        : new Step(slot, phase, counters, enforced);
  }

  private static long slowNanos(List<Rule> rules) {
    long least = Long.MAX_VALUE;
    for (Rule rule : rules) {
      least = Math.min(least, SlotTypes.of(rule).slowNanos(rule));
    }
    return least;
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

  /** Which of this entry's rules each of {@code next} replaces, whose counters it keeps; or -1. */
  private int[] match(List<Rule> next) {
    int[] replaced = none(next.size());
    boolean[] used = new boolean[slots.length];
    for (Likeness likeness : Likeness.values()) {
      for (int i = 0; i < replaced.length; i++) {
        for (int j = 0; j < slots.length && replaced[i] < 0; j++) {
          boolean atWork = slots[j] != null || keyed[j] != null;
          if (!used[j] && atWork && likeness.holds(rules.get(j), next.get(i))) {
            used[j] = true;
            replaced[i] = j;
          }
        }
      }
    }
    return replaced;
  }

  private static int[] none(int count) {
    int[] none = new int[count];
    Arrays.fill(none, -1);
    return none;
  }

  private static <T> @Nullable T at(@Nullable T @Nullable [] array, int index) {
    return array == null || index < 0 ? null : array[index];
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
        case COUNTER ->
            sharesKeys(before, after) && SlotTypes.at(position).sharesCounter(before, after);
        case TYPE -> true;
      };
    }

    private static boolean sharesKeys(Rule before, Rule after) {
      Keying earlier = before.keying();
      Keying later = after.keying();
      List<KeyPart> none = List.of();
      return (earlier == null ? none : earlier.per()).equals(later == null ? none : later.per());
    }
  }

  public Entry entry() {
    return entry;
  }

  /**
   * Entries, each of which also counts its calls for the rules of others that are related to it.
   *
   * @param entries in force, in the order of the file; each is replaced where something counts it
   */
  public static void relate(ActiveEntry[] entries) {
    for (ActiveEntry from : entries.clone()) {
      for (Slot slot : from.slots) {
        if (slot instanceof RelatedSlot related) {
          for (int i = 0; i < entries.length; i++) {
            if (entries[i].isCalled(related.related())) {
              entries[i] = entries[i].countedBy(related.counting());
            }
          }
        }
      }
    }
  }

  private boolean isCalled(String nameOrMatch) {
    if (nameOrMatch.equals(entry.name())) {
      return true;
    }
    for (ResourcePattern pattern : entry.match()) {
      if (pattern.text().equals(nameOrMatch)) {
        return true;
      }
    }
    return false;
  }

  private ActiveEntry countedBy(Slot counting) {
    Part[] more = Arrays.copyOf(parts, parts.length + 1);
    more[parts.length] = new Step(counting, SlotType.Phase.COUNT, counters, true);
    return new ActiveEntry(entry, counters, evaluated, rules, modes, slots, keyed, more);
  }

  /** Whether calls are judged or at least counted by it. */
  public boolean isEvaluated() {
    return evaluated;
  }

  /** What it has counted. */
  public EntrySnapshot snapshot(long now) {
    List<String> match = new ArrayList<>();
    for (ResourcePattern pattern : entry.match()) {
      match.add(pattern.text());
    }
    return counters.snapshot(entry.display(), match, ruleSnapshots(now), now);
  }

  private List<RuleSnapshot> ruleSnapshots(long now) {
    List<RuleSnapshot> snapshots = new ArrayList<>();
    for (int i = 0; i < slots.length; i++) {
      Rule rule = rules.get(i);
      String name = rule.display();
      Slot slot = slots[i];
      KeyedSteps steps = keyed[i];
      if (steps != null) {
        steps.addSnapshots(rule.kind(), name, modes[i], now, snapshots);
      } else if (slot != null) {
        snapshots.add(new RuleSnapshot(rule.kind(), name, null, modes[i], slot.state(now)));
      }
    }
    return snapshots;
  }

  /** Its part of all calls, in which no call is counted twice. */
  public CallTotals contribution() {
    return counters.contribution();
  }

  Part[] parts() {
    return parts;
  }

  EntryCounters counters() {
    return counters;
  }
}
