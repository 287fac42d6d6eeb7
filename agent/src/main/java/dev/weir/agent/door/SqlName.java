package dev.weir.agent.door;

import org.jspecify.annotations.Nullable;

/**
 * What a statement does, and to which table.
 *
 * @param verb one that rules can match: SELECT, INSERT, UPDATE, DELETE, MERGE or CALL
 * @param table the first that the statement names, or the procedure it calls; lower-case, without
 *     quotes and schema
 */
record SqlName(String verb, String table) {

  /**
   * The name of a statement, or null if no rule can match it. Takes any text in time linear in its
   * length.
   */
  static @Nullable SqlName of(String sql) {
    SqlName name = new SqlReader(sql).read();
    return name == null || name.table().isEmpty() ? null : name;
  }
}
