package dev.weir.core.breaker;

import java.util.List;
import java.util.Map;

/**
 * Which ends of a call count as errors.
 *
 * @param types names of exception classes that do, with their subclasses; empty: all do
 * @param ignore names of exception classes, with their subclasses, whose calls do not count at all
 * @param status of HTTP responses that do
 * @param sqlStates beginnings of SQLSTATEs that do; empty: all but class 23, integrity constraint
 *     violation
 */
public record Errors(
    List<String> types, List<String> ignore, List<StatusRange> status, List<String> sqlStates) {

  /** Every exception, and status 500 to 599. */
  public static final Errors DEFAULT =
      new Errors(List.of(), List.of(), List.of(new StatusRange(500, 599)), List.of());

  public Errors {
    types = List.copyOf(types);
    ignore = List.copyOf(ignore);
    status = List.copyOf(status);
    sqlStates = List.copyOf(sqlStates);
  }

  void addTo(Map<String, String> settings) {
    if (!types.isEmpty()) {
      settings.put("errors.types", types.toString());
    }
    if (!ignore.isEmpty()) {
      settings.put("errors.ignore", ignore.toString());
    }
    // By text: the equals of a record is spun by the JVM when first called.
    if (!status.toString().equals(DEFAULT.status.toString())) {
      settings.put("errors.status", status.toString());
    }
    if (!sqlStates.isEmpty()) {
      settings.put("errors.sql-states", sqlStates.toString());
    }
  }
}
