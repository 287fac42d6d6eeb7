package dev.weir.core.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How a statement is named: {@code <database> <VERB> <table>}. */
final class SqlSyntax {

  private static final String[] VERBS = {"SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "CALL"};
  private static final String SHAPE =
      "write sql:<database> <VERB> <table>, sql:<database> * or sql:*";

  private SqlSyntax() {}

  static SqlPattern parse(String text, String name) {
    List<String> parts = parts(name);
    if (parts.isEmpty()) {
      throw PatternSyntax.problem(text, "names nothing; " + SHAPE);
    }
    if (parts.size() > 3) {
      throw PatternSyntax.problem(text, "has " + parts.size() + " parts; " + SHAPE);
    }
    String database = parts.get(0);
    if (parts.size() == 1) {
      checkAlone(text, database);
      return new SqlPattern(text, database, "*", "*");
    }
    String verb = verb(text, parts.get(1));
    if (parts.size() == 3) {
      return new SqlPattern(text, database, verb, table(text, parts.get(2)));
    }
    if (!PatternSyntax.isAny(verb)) {
      throw PatternSyntax.problem(
          text, "has no table; write sql:" + database + ' ' + verb + " * for every table");
    }
    return new SqlPattern(text, database, verb, "*");
  }

  private static void checkAlone(String text, String database) {
    if (PatternSyntax.isAny(database)) {
      return;
    }
    if (SqlPattern.isVerb(database.toUpperCase(Locale.ROOT))) {
      throw PatternSyntax.problem(
          text, "has no database; write sql:* " + database.toUpperCase(Locale.ROOT) + " *");
    }
    throw PatternSyntax.problem(
        text, "has no verb; write sql:" + database + " * for every statement on it");
  }

  private static String verb(String text, String verb) {
    if (PatternSyntax.isAny(verb) || SqlPattern.isVerb(verb)) {
      return verb;
    }
    String upper = verb.toUpperCase(Locale.ROOT);
    if (SqlPattern.isVerb(upper)) {
      throw PatternSyntax.problem(
          text, "has the verb " + verb + "; verbs are upper-case, write " + upper);
    }
    String nearest = Nearest.of(upper, VERBS);
    throw PatternSyntax.problem(
        text,
        "has the verb "
            + verb
            + (nearest == null ? "" : "; did you mean " + nearest + '?')
            + "; rules match SELECT, INSERT, UPDATE, DELETE, MERGE and CALL, or * for all of them");
  }

  private static String table(String text, String table) {
    int dot = table.lastIndexOf('.');
    if (dot >= 0) {
      throw PatternSyntax.problem(
          text,
          "has a schema before the table; tables are named without it, write "
              + table.substring(dot + 1));
    }
    for (int i = 0; i < table.length(); i++) {
      char c = table.charAt(i);
      if (c == '"' || c == '`' || c == '[' || c == ']' || c == '\'') {
        throw PatternSyntax.problem(
            text, "has quotes around the table; tables are named without them");
      }
    }
    return table.toLowerCase(Locale.ROOT);
  }

  private static List<String> parts(String name) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    while (from < name.length()) {
      int space = name.indexOf(' ', from);
      int end = space < 0 ? name.length() : space;
      if (end > from) {
        parts.add(name.substring(from, end));
      }
      from = end + 1;
    }
    return parts;
  }
}
