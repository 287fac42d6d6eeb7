package dev.weir.agent.door;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds verb and first table of a statement. Not a parser: it knows where tables stand in each kind
 * of statement, and passes over the rest.
 *
 * <p>A table follows the {@code FROM} of a {@code SELECT} that stands in the same parentheses: that
 * of {@code EXTRACT(YEAR FROM x)}, {@code TRIM(' ' FROM x)} and {@code x IS DISTINCT FROM y} is
 * another. No tables are functions ({@code FROM generate_series(1, 9)}), the names a {@code WITH}
 * gives, and what databases offer to select a constant from ({@code DUAL}).
 *
 * <p>With a {@code WITH} the verb is the main statement's. What a writing statement writes to is
 * its table, even if a table to read from was named before.
 */
final class SqlReader {

  /** Stands for the word in {@link #last}. */
  private static final char DISTINCT = 'D';

  private final SqlTokens tokens;
  private int depth;

  /** The symbol that was the last token, a blank after anything else. */
  private char last = ' ';

  /** Depths of parentheses with a {@code SELECT} whose {@code FROM} is still to come. */
  private final BitSet selects = new BitSet();

  /** Depths of parentheses in which a comma or a {@code JOIN} is followed by a table. */
  private final BitSet tableLists = new BitSet();

  private @Nullable Set<String> named;
  private @Nullable String table;

  SqlReader(String sql) {
    this.tokens = new SqlTokens(sql);
  }

  @Nullable SqlName read() {
    int token = tokens.next(false);
    while (token == SqlTokens.OTHER || (token == SqlTokens.SYMBOL && opens(tokens.symbol()))) {
      if (tokens.symbol() == '(' && token == SqlTokens.SYMBOL) {
        depth++;
      }
      token = tokens.next(false);
    }
    if (token != SqlTokens.WORD) {
      return null;
    }
    if (tokens.is("with")) {
      return with();
    }
    if (tokens.is("call")) {
      token = tokens.next(false);
      return isName(token) ? new SqlName("CALL", qualified()) : null;
    }
    String verb = verb();
    return verb == null ? null : main(verb);
  }

  /** What may stand before the verb, the braces and the result of a JDBC call among it. */
  private static boolean opens(char symbol) {
    return "(;{?=*/".indexOf(symbol) >= 0;
  }

  private @Nullable String verb() {
    if (tokens.is("select")) {
      return "SELECT";
    }
    if (tokens.is("insert") || tokens.is("replace")) {
      return "INSERT";
    }
    if (tokens.is("update")) {
      return "UPDATE";
    }
    if (tokens.is("delete")) {
      return "DELETE";
    }
    return tokens.is("merge") ? "MERGE" : null;
  }

  private @Nullable SqlName main(String verb) {
    if (!verb.equals("SELECT")) {
      return target(verb);
    }
    selects.set(depth);
    if (table == null && !search()) {
      return null;
    }
    return new SqlName(verb, found());
  }

  private String found() {
    return table == null ? "" : table;
  }

  /** {@code WITH a AS (…), b (x, y) AS (…) SELECT …} */
  private @Nullable SqlName with() {
    int base = depth;
    boolean nameNext = true;
    Set<String> names = new HashSet<>();
    named = names;
    while (true) {
      int token = tokens.next(nameNext);
      if (token == SqlTokens.END) {
        return null;
      }
      if (depth == base && isName(token)) {
        String verb = token == SqlTokens.WORD && !nameNext ? verb() : null;
        if (verb != null) {
          return main(verb);
        }
        if (nameNext && !tokens.is("recursive")) {
          names.add(tokens.name());
          nameNext = false;
        }
      } else if (depth == base && tokens.isSymbol(token, ',')) {
        nameNext = true;
      } else {
        String first = table;
        step(token);
        table = first == null ? table : first;
      }
    }
  }

  /** What INSERT, UPDATE, DELETE or MERGE change; their verb was just read. */
  private @Nullable SqlName target(String verb) {
    boolean announced = false;
    while (true) {
      int token = tokens.next(true);
      if (tokens.isSymbol(token, '(')) {
        depth++; // Oracle: into what a query gives
        return search() ? new SqlName(verb, found()) : null;
      }
      if (!isName(token)) {
        return null;
      }
      if (token == SqlTokens.QUOTED) {
        return new SqlName(verb, qualified());
      }
      if (!announced && (tokens.is("all") || tokens.is("first"))) {
        seekInto(); // Oracle: into several tables
        announced = true;
      } else if (!announced && tokens.is("top")) {
        skipArgument();
      } else if (!announced && tokens.is("or")) {
        tokens.next(false); // SQLite: OR REPLACE, OR IGNORE …
      } else if (!announced && (tokens.is("into") || tokens.is("from"))) {
        announced = true;
      } else if (!isNoise(announced)) {
        return new SqlName(verb, qualified());
      }
    }
  }

  private boolean isNoise(boolean announced) {
    return tokens.is("only")
        || tokens.is("table")
        || (!announced
            && (tokens.is("low_priority")
                || tokens.is("high_priority")
                || tokens.is("delayed")
                || tokens.is("quick")
                || tokens.is("ignore")
                || tokens.is("overwrite")));
  }

  private void seekInto() {
    int token = tokens.next(false);
    while (token != SqlTokens.END && !(token == SqlTokens.WORD && tokens.is("into"))) {
      token = tokens.next(false);
    }
  }

  /** {@code TOP 10} or {@code TOP (10)} */
  private void skipArgument() {
    int token = tokens.next(false);
    int open = 0;
    while (token != SqlTokens.END) {
      open += tokens.isSymbol(token, '(') ? 1 : tokens.isSymbol(token, ')') ? -1 : 0;
      if (open <= 0) {
        return;
      }
      token = tokens.next(false);
    }
  }

  /** Goes on to the first table. */
  private boolean search() {
    int token = tokens.next(false);
    while (token != SqlTokens.END) {
      if (step(token)) {
        return true;
      }
      token = tokens.next(false);
    }
    return false;
  }

  /** Takes one token of a query; whether a table came with it. */
  private boolean step(int token) {
    char before = last;
    last = token == SqlTokens.SYMBOL ? tokens.symbol() : ' ';
    if (token == SqlTokens.SYMBOL) {
      return switch (last) {
        case '(' -> open();
        case ')' -> close();
        case ',' -> tableLists.get(depth) && table();
        default -> false;
      };
    }
    if (token != SqlTokens.WORD || before == '.') {
      return false;
    }
    return (before == '(' && writes()) || keyword(before);
  }

  /** {@code WITH a AS (DELETE FROM orders RETURNING id) …} of PostgreSQL. */
  private boolean writes() {
    if (tokens.is("delete")) {
      selects.set(depth);
      return false;
    }
    if (tokens.is("update")) {
      return table();
    }
    if (tokens.is("insert")) {
      seekInto();
      return table();
    }
    return false;
  }

  private boolean keyword(char before) {
    if (tokens.is("select")) {
      selects.set(depth);
      tableLists.clear(depth);
    } else if (tokens.is("distinct")) {
      last = DISTINCT;
    } else if (tokens.is("from")) {
      return before != DISTINCT && selects.get(depth) && from();
    } else if (tokens.is("join") || tokens.is("straight_join")) {
      return tableLists.get(depth) && table();
    } else if (tokens.is("where") || tokens.is("group") || tokens.is("order")) {
      tableLists.clear(depth);
    }
    return false;
  }

  private boolean open() {
    depth++;
    selects.clear(depth);
    tableLists.clear(depth);
    return false;
  }

  private boolean close() {
    depth = Math.max(0, depth - 1);
    return false;
  }

  private boolean from() {
    selects.clear(depth);
    tableLists.set(depth);
    return table();
  }

  /** Reads what stands where a table may: whether it is one. */
  private boolean table() {
    while (true) {
      int mark = tokens.mark();
      int token = tokens.next(true);
      if (tokens.isSymbol(token, '(')) {
        open();
        tableLists.set(depth);
      } else if (token == SqlTokens.WORD && isQuery()) {
        tokens.reset(mark);
        tableLists.clear(depth);
        return false;
      } else if (!isName(token)) {
        if (!tokens.isSymbol(token, '{')) { // {oj a LEFT OUTER JOIN b}
          tokens.reset(token == SqlTokens.END ? tokens.mark() : mark);
          return false;
        }
        tokens.next(false);
      } else if (token == SqlTokens.QUOTED || !(tokens.is("only") || tokens.is("lateral"))) {
        return named();
      }
    }
  }

  private boolean isQuery() {
    return tokens.is("select") || tokens.is("values") || tokens.is("with");
  }

  private boolean named() {
    int before = tokens.mark();
    String name = qualified();
    boolean alone = tokens.mark() == before;
    if (isFunction() || isConstantSource(name)) {
      return false;
    }
    if (alone && named != null && named.contains(name)) {
      return false;
    }
    table = name;
    return true;
  }

  /** The last part of a name whose first was just read. */
  private String qualified() {
    String name = tokens.name();
    while (true) {
      int mark = tokens.mark();
      int token = tokens.next(false);
      boolean dots = false;
      while (tokens.isSymbol(token, '.')) {
        dots = true;
        token = tokens.next(true);
      }
      if (!dots || !isName(token)) {
        tokens.reset(mark);
        return name;
      }
      name = tokens.name();
    }
  }

  /** Whether the name just read has arguments; a lock hint of SQL Server's is none. */
  private boolean isFunction() {
    int mark = tokens.mark();
    boolean open = tokens.isSymbol(tokens.next(false), '(');
    boolean hint = open && tokens.next(false) == SqlTokens.WORD && isLockHint();
    tokens.reset(mark);
    return open && !hint;
  }

  private boolean isLockHint() {
    return tokens.is("nolock")
        || tokens.is("readuncommitted")
        || tokens.is("readpast")
        || tokens.is("updlock")
        || tokens.is("rowlock")
        || tokens.is("holdlock");
  }

  private static boolean isConstantSource(String name) {
    return switch (name) {
      case "dual", "sysdummy1", "rdb$database" -> true;
      default -> false;
    };
  }

  private static boolean isName(int token) {
    return token == SqlTokens.WORD || token == SqlTokens.QUOTED;
  }
}
