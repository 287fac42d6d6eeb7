package dev.weir.agent.config;

import dev.weir.core.breaker.Errors;
import dev.weir.core.breaker.StatusRange;
import java.util.List;

/** How is written which ends of a call a breaker counts as errors. */
final class ErrorKeys {

  final Section section = new Section("errors", "a mapping, e.g. {status: 500-599},");

  final Key<List<String>> types =
      section.key(
          "types", ListType.oneOrMore(new ClassNameType()), "exceptions that count, no others");
  final Key<List<String>> ignore =
      section.key(
          "ignore", ListType.oneOrMore(new ClassNameType()), "exceptions whose calls do not count");
  final Key<List<StatusRange>> status =
      section.key("status", ListType.oneOrList(new StatusRangeType()), "responses that count");
  final Key<List<String>> sqlStates =
      section.key(
          "sql-states", ListType.oneOrMore(new SqlStateType()), "SQLSTATEs that count, no others");

  Errors errors(Values values) {
    return new Errors(
        values.list(types),
        values.list(ignore),
        values.get(status, Errors.DEFAULT.status()),
        values.list(sqlStates));
  }

  void warn(Values values, Reading reading) {
    List<String> counted = values.list(types);
    for (String ignored : values.list(ignore)) {
      if (counted.contains(ignored)) {
        reading.warnNoEffect(values, types, ignored + " is in ignore, too");
      }
    }
  }
}
