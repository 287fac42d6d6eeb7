package dev.weir.core.rules;

import dev.weir.core.Kind;

/**
 * {@code sql:<database> <VERB> <table>}. Where a name leaves out its end, {@code *} stands for it.
 *
 * @param database {@code *} for any text
 * @param verb one of those in {@link #isVerb}, or {@code *}
 * @param table lower-case, {@code *} for any text
 */
public record SqlPattern(String text, String database, String verb, String table)
    implements ResourcePattern {

  @Override
  public Kind kind() {
    return Kind.SQL;
  }

  @Override
  public boolean hasWildcard() {
    return PatternSyntax.isAny(verb) || Glob.isGlob(database) || Glob.isGlob(table);
  }

  /** Whether rules can match statements of this verb, which is upper-case. */
  public static boolean isVerb(String verb) {
    return switch (verb) {
      case "SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "CALL" -> true;
      default -> false;
    };
  }
}
