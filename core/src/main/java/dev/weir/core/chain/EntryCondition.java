package dev.weir.core.chain;

import dev.weir.core.Inbound;
import dev.weir.core.Mode;
import dev.weir.core.rules.Composer;
import dev.weir.core.rules.Conditions;
import dev.weir.core.rules.Conditions.Callers;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Instrument;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.RequestValue;
import dev.weir.core.rules.ResourceIndex;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.RuleSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The conditions of one entry, ready to be asked. Immutable. */
final class EntryCondition {

  /** Callers that the entry names; null where it does not matter who is calling. */
  private final @Nullable Set<String> callers;

  /** Those that entries with the same patterns name; null where it does not hold for others. */
  private final @Nullable Set<String> named;

  /** Finds the inbound requests that it holds for; null where it does not matter. */
  private final @Nullable ResourceIndex<Boolean> from;

  private final List<RequestValue> when;

  private EntryCondition(
      @Nullable Set<String> callers,
      @Nullable Set<String> named,
      @Nullable ResourceIndex<Boolean> from,
      List<RequestValue> when) {
    this.callers = callers;
    this.named = named;
    this.from = from;
    this.when = when;
  }

  /**
   * What an entry asks, or null where it holds for all calls that its patterns match.
   *
   * @param all entries in force
   */
  static @Nullable EntryCondition of(Entry entry, List<Entry> all) {
    Conditions conditions = entry.conditions();
    if (conditions.isEmpty()) {
      return null;
    }
    Callers caller = conditions.caller();
    return new EntryCondition(
        caller == null ? null : caller.names(),
        caller == null || !caller.other() ? null : named(entry, all),
        conditions.from().isEmpty() ? null : index(conditions.from()),
        conditions.when());
  }

  private static Set<String> named(Entry entry, List<Entry> all) {
    Set<ResourcePattern> match = new HashSet<>(entry.match());
    Set<String> named = new HashSet<>();
    for (Entry each : all) {
      Callers callers = each.conditions().caller();
      if (callers != null && match.equals(new HashSet<>(each.match()))) {
        named.addAll(callers.names());
      }
    }
    return named;
  }

  private static ResourceIndex<Boolean> index(List<ResourcePattern> from) {
    Entry entry = new Entry("from", null, from, List.of(), false, null, List.of(), OnBlock.DEFAULT);
    Composer<Boolean> found = candidates -> true;
    return new ResourceIndex<>(
        new RuleSet(Mode.ENFORCE, null, Instrument.DEFAULT, List.of(), List.of(entry)), found);
  }

  boolean holds(AttributesOnce call) {
    return holdsForCaller(call) && servesOne(call) && hasAll(when, call);
  }

  private boolean holdsForCaller(AttributesOnce call) {
    if (callers == null) {
      return true;
    }
    String caller = call.caller();
    if (caller != null && callers.contains(caller)) {
      return true;
    }
    return named != null && (caller == null || !named.contains(caller));
  }

  private boolean servesOne(AttributesOnce call) {
    if (from == null) {
      return true;
    }
    Inbound inbound = call.inbound();
    return inbound != null && from.web(inbound.method(), inbound.path(), false) != null;
  }

  /** Whether the request of a call has all of the values. */
  static boolean hasAll(List<RequestValue> values, AttributesOnce call) {
    for (int i = 0; i < values.size(); i++) {
      RequestValue wanted = values.get(i);
      if (!wanted.value().equals(call.value(wanted.part()))) {
        return false;
      }
    }
    return true;
  }
}
