package dev.weir.core.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Patterns of statements: by table where it is written out, the others one after the other. */
final class SqlTable {

  private static final List<Statement> NONE = List.of();

  private final Map<String, List<Statement>> literals = new HashMap<>();
  private final List<Statement> globs = new ArrayList<>();

  SqlTable(List<PatternUse> uses, PatternGroups groups) {
    for (PatternUse use : uses) {
      if (use.pattern() instanceof SqlPattern sql) {
        add(sql, groups.with(null, use));
      }
    }
  }

  private void add(SqlPattern sql, PatternGroup group) {
    Statement statement = new Statement(sql, group);
    if (Glob.isGlob(sql.table())) {
      globs.add(statement);
      return;
    }
    List<Statement> sameTable = literals.get(sql.table());
    if (sameTable == null) {
      sameTable = new ArrayList<>();
      literals.put(sql.table(), sameTable);
    }
    sameTable.add(statement);
  }

  <T> MatchSet<T> collect(String database, String verb, String table, MatchSet<T> set) {
    MatchSet<T> found = collect(literals.getOrDefault(table, NONE), database, verb, table, set);
    return collect(globs, database, verb, table, found);
  }

  private static <T> MatchSet<T> collect(
      List<Statement> candidates, String database, String verb, String table, MatchSet<T> set) {
    MatchSet<T> found = set;
    for (int i = 0; i < candidates.size(); i++) {
      if (candidates.get(i).matches(database, verb, table)) {
        found = found.plus(candidates.get(i).group);
      }
    }
    return found;
  }

  private static final class Statement {

    private final Glob database;
    private final String verb;
    private final Glob table;
    private final PatternGroup group;

    Statement(SqlPattern pattern, PatternGroup group) {
      this.database = new Glob(pattern.database());
      this.verb = pattern.verb();
      this.table = new Glob(pattern.table());
      this.group = group;
    }

    boolean matches(String database, String verb, String table) {
      return (PatternSyntax.isAny(this.verb) || this.verb.equals(verb))
          && this.database.matches(database)
          && this.table.matches(table);
    }
  }
}
