package dev.weir.agent.config;

import dev.weir.core.Kind;
import dev.weir.core.rules.Conditions;
import dev.weir.core.rules.Conditions.Callers;
import dev.weir.core.rules.RequestValue;
import dev.weir.core.rules.ResourcePattern;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * For which of the calls that it matches an entry holds: {@code caller}, {@code from}, {@code
 * when}.
 */
final class ConditionsReader {

  private final Reading reading;
  private final Values file;

  /**
   * @param file that holds the entries
   */
  ConditionsReader(Reading reading, Values file) {
    this.reading = reading;
    this.file = file;
  }

  /**
   * The conditions of an entry.
   *
   * @param kinds of calls that it matches; none where that is wrong
   */
  Conditions read(Values entry, Set<Kind> kinds) {
    checkFrom(entry, kinds);
    checkWhen(entry, kinds);
    warnWithoutRequests(entry);
    return new Conditions(callers(entry), entry.list(Schema.FROM), entry.list(Schema.WHEN));
  }

  private @Nullable Callers callers(Values entry) {
    if (!entry.has(Schema.ENTRY_CALLER)) {
      return null;
    }
    reading.checkCaller(file, entry.at(Schema.ENTRY_CALLER), entry.path(Schema.ENTRY_CALLER));
    Set<String> names = new LinkedHashSet<>(entry.list(Schema.ENTRY_CALLER));
    boolean other = names.remove(CallerType.OTHER);
    return new Callers(names, other);
  }

  private void checkFrom(Values entry, Set<Kind> kinds) {
    List<ResourcePattern> from = entry.list(Schema.FROM);
    for (int i = 0; i < from.size(); i++) {
      if (from.get(i).kind() != Kind.WEB) {
        Node at = entry.at(Schema.FROM);
        boolean listed = at instanceof Node.Sequence;
        String path = entry.path(Schema.FROM);
        reading.error(
            at instanceof Node.Sequence sequence ? sequence.items().get(i) : at,
            listed ? Paths.item(path, i) : path,
            Quoted.of(from.get(i).text())
                + " serves nobody; from takes inbound requests, e.g. web:POST /checkout");
      }
    }
    if (!entry.has(Schema.FROM) || !kinds.contains(Kind.WEB)) {
      return;
    }
    if (kinds.size() == 1) {
      reading.error(
          entry, Schema.FROM, "a request serves no other; from is for http, sql and method calls");
    } else {
      reading.warn(
          entry, Schema.FROM, "holds for none of the web calls of match: they serve no other");
    }
  }

  private void checkWhen(Values values, Set<Kind> kinds) {
    Key<List<RequestValue>> key = Schema.WHEN;
    if (!values.has(key)) {
      return;
    }
    if (!kinds.isEmpty() && !kinds.contains(Kind.WEB)) {
      reading.error(
          values,
          key,
          "is known of web calls only, and match holds none; for calls made while serving a"
              + " request, write from");
    } else if (kinds.size() > 1) {
      reading.warn(values, key, "holds for none but the web calls of match");
    }
    Map<String, String> wanted = new HashMap<>();
    for (RequestValue value : values.list(key)) {
      String other = wanted.put(value.part().toString(), value.value());
      if (other != null && !other.equals(value.value())) {
        reading.warn(
            values,
            key,
            "never holds: all values must be there, and " + value.part() + " has one at a time");
      }
    }
  }

  private void warnWithoutRequests(Values entry) {
    Values instrument = file.get(Schema.INSTRUMENTED);
    if (instrument == null || instrument.is(Schema.WEB_DOOR, true)) {
      return;
    }
    for (Key<?> key : List.of(Schema.ENTRY_CALLER, Schema.FROM, Schema.WHEN)) {
      if (entry.has(key)) {
        reading.warn(entry, key, "no request is seen: instrument.web is false");
      }
    }
  }

  /** {@code other} that leaves nobody out. */
  void warnOfOther(List<Values> entries) {
    for (Values entry : entries) {
      List<String> callers = entry.list(Schema.ENTRY_CALLER);
      if (callers.contains(CallerType.OTHER) && !isNarrowed(entry, entries)) {
        reading.warnNoEffect(
            entry,
            Schema.ENTRY_CALLER,
            "other is everybody, since no other entry with the same match names callers");
      }
    }
  }

  private static boolean isNarrowed(Values entry, List<Values> entries) {
    Set<String> match = EntryReader.texts(entry);
    for (Values each : entries) {
      List<String> callers = each.list(Schema.ENTRY_CALLER);
      boolean names = callers.size() > (callers.contains(CallerType.OTHER) ? 1 : 0);
      if (each != entry && names && match.equals(EntryReader.texts(each))) {
        return true;
      }
    }
    return false;
  }
}
