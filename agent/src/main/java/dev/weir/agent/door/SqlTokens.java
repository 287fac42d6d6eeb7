package dev.weir.agent.door;

import java.util.Locale;

/**
 * The words of a statement, without its comments and literals, of all dialects at once. Goes
 * through the text once: whatever turns out not to be closed is not looked for again.
 *
 * <p>Where dialects contradict each other, the reading is chosen that hides less: {@code #} is a
 * comment of MySQL at the start of a line, a temporary table of SQL Server where a table stands,
 * and an operator of PostgreSQL elsewhere; {@code [} quotes a name (SQL Server) unless it follows
 * one (a subscript); comments nest (PostgreSQL, SQL Server) if they then all end.
 */
final class SqlTokens {

  static final int END = 0;

  /** From {@link #start} to {@link #end}. */
  static final int WORD = 1;

  /** A quoted name, without its quotes from {@link #start} to {@link #end}. */
  static final int QUOTED = 2;

  /** One character: {@link #symbol}. */
  static final int SYMBOL = 3;

  /** A literal, a number or a parameter. */
  static final int OTHER = 4;

  /** No database takes longer names (Oracle and SQL Server: 128). */
  private static final int MAX_NAME = 128;

  private final String text;
  private final boolean backslashEscapes;
  private int at;
  private int start;
  private int end;
  private char symbol;
  private boolean commentsDoNotNest;
  private boolean noMoreDollarQuotes;
  private boolean noMoreBrackets;

  SqlTokens(String text) {
    this.text = text;
    this.backslashEscapes = hasBackslashEscapes(text);
  }

  /**
   * In MySQL {@code 'it\'s'} is one literal, by the standard {@code '\'} is. The text says which:
   * by the wrong reading its quotes do not come in pairs.
   */
  private static boolean hasBackslashEscapes(String text) {
    if (text.indexOf("\\'") < 0) {
      return false;
    }
    boolean odd = false;
    for (int i = 0; i < text.length(); i++) {
      odd ^= text.charAt(i) == '\'';
    }
    return odd;
  }

  /** Where the next token is looked for; to come back to with {@link #reset}. */
  int mark() {
    return at;
  }

  void reset(int mark) {
    at = mark;
  }

  char symbol() {
    return symbol;
  }

  boolean isSymbol(int token, char expected) {
    return token == SYMBOL && symbol == expected;
  }

  /** Whether the last token, a word, is {@code keyword}, in whatever case. */
  boolean is(String keyword) {
    return end - start == keyword.length()
        && text.regionMatches(true, start, keyword, 0, keyword.length());
  }

  /** The last token, a name, as rules are written. */
  String name() {
    String name = text.substring(start, Math.min(end, start + MAX_NAME));
    return name.toLowerCase(Locale.ROOT);
  }

  /**
   * The next token.
   *
   * @param table whether a table may stand here
   */
  int next(boolean table) {
    skipBlanks(table);
    if (at >= text.length()) {
      return END;
    }
    char c = text.charAt(at);
    if (startsWord(c) || (table && (c == '#' || isDigit(c)))) {
      return word();
    }
    return switch (c) {
      case '\'' -> literal(backslashEscapes);
      case '"', '`' -> quoted(c);
      case '[' -> bracket(table);
      case '$' -> dollar();
      case ':' -> parameter();
      default -> isDigit(c) ? number() : symbolAt(c);
    };
  }

  private int symbolAt(char c) {
    symbol = c;
    at++;
    return SYMBOL;
  }

  private void skipBlanks(boolean table) {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c <= ' ' || c == '\uFEFF' || Character.isSpaceChar(c)) {
        at++;
      } else if (c == '-' && charAt(at + 1) == '-') {
        skipLine();
      } else if (c == '/' && charAt(at + 1) == '*') {
        skipComment();
      } else if (c == '#' && isCommentOfMySql(table)) {
        skipLine();
      } else {
        return;
      }
    }
  }

  private boolean isCommentOfMySql(boolean table) {
    char next = charAt(at + 1);
    if (next == '>' || next == '-' || (table && (startsWord(next) || next == '#'))) {
      return false;
    }
    for (int i = at - 1; i >= 0 && text.charAt(i) != '\n' && text.charAt(i) != '\r'; i--) {
      if (text.charAt(i) > ' ') {
        return false;
      }
    }
    return true;
  }

  private void skipLine() {
    while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
      at++;
    }
  }

  private void skipComment() {
    if (charAt(at + 2) == '!') {
      at += 3; // MySQL runs what stands in it, from the version on that may come first
      while (isDigit(charAt(at))) {
        at++;
      }
      return;
    }
    int close = commentsDoNotNest ? -1 : closeOfNested();
    if (close < 0) {
      commentsDoNotNest = true;
      close = text.indexOf("*/", at + 2);
    }
    at = close < 0 ? text.length() : close + 2;
  }

  private int closeOfNested() {
    int open = 0;
    for (int i = at; i + 1 < text.length(); i++) {
      char c = text.charAt(i);
      char next = text.charAt(i + 1);
      if (c == '/' && next == '*') {
        open++;
        i++;
      } else if (c == '*' && next == '/') {
        if (--open == 0) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  private int word() {
    start = at++;
    while (isWordPart(charAt(at))) {
      at++;
    }
    end = at;
    if (charAt(at) == '\'') {
      if (is("e")) {
        return literal(true);
      }
      if (is("q") || is("nq")) {
        return literalOfOracle();
      }
    }
    return WORD;
  }

  private int quoted(char quote) {
    start = at + 1;
    skipQuoted(quote, quote == '"' && backslashEscapes);
    end = Math.max(start, at - 1);
    return QUOTED;
  }

  private int literal(boolean escapes) {
    skipQuoted('\'', escapes);
    return OTHER;
  }

  /** Past the closing quote; one that is doubled does not close. */
  private void skipQuoted(char quote, boolean escapes) {
    at++;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '\\' && escapes) {
        at++;
      } else if (c == quote) {
        if (charAt(at) != quote) {
          return;
        }
        at++;
      }
    }
    at = text.length();
  }

  /** {@code q'[it's]'} */
  private int literalOfOracle() {
    char open = charAt(at + 1);
    char close =
        switch (open) {
          case '[' -> ']';
          case '(' -> ')';
          case '{' -> '}';
          case '<' -> '>';
          default -> open;
        };
    for (int i = at + 2; i + 1 < text.length(); i++) {
      if (text.charAt(i) == close && text.charAt(i + 1) == '\'') {
        at = i + 2;
        return OTHER;
      }
    }
    at = text.length();
    return OTHER;
  }

  private int bracket(boolean table) {
    char before = at == 0 ? ' ' : text.charAt(at - 1);
    boolean subscript = isWordPart(before) || before == ']' || before == ')' || before == '"';
    if (noMoreBrackets || (!table && (subscript || !startsWord(charAt(at + 1))))) {
      return symbolAt('[');
    }
    int close = text.indexOf(']', at);
    if (close < 0) {
      noMoreBrackets = true;
      return symbolAt('[');
    }
    start = at + 1;
    end = close;
    at = close + 1;
    return QUOTED;
  }

  /** {@code $tag$ it's $tag$} of PostgreSQL, or {@code $1}. */
  private int dollar() {
    int tagEnd = at + 1;
    while (isWordPart(charAt(tagEnd)) && charAt(tagEnd) != '$') {
      tagEnd++;
    }
    if (charAt(tagEnd) != '$' || isDigit(charAt(at + 1)) || noMoreDollarQuotes) {
      return symbolAt('$');
    }
    String tag = text.substring(at, tagEnd + 1);
    int close = text.indexOf(tag, tagEnd + 1);
    if (close < 0) {
      noMoreDollarQuotes = true;
      return symbolAt('$');
    }
    at = close + tag.length();
    return OTHER;
  }

  /** {@code :name}, or a cast {@code ::type}: no keyword, whatever it is called. */
  private int parameter() {
    while (charAt(at) == ':') {
      at++;
    }
    while (isWordPart(charAt(at))) {
      at++;
    }
    return OTHER;
  }

  private int number() {
    while (isDigit(charAt(at)) || charAt(at) == '.') {
      at++;
    }
    return OTHER;
  }

  /** 0 past the end. */
  private char charAt(int index) {
    return index < text.length() ? text.charAt(index) : 0;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** {@code @} begins a variable, and ends a name where a database link follows. */
  private static boolean startsWord(char c) {
    return c == '@' || c == '_' || Character.isLetter(c) || Character.isSurrogate(c);
  }

  private static boolean isWordPart(char c) {
    return c != '@' && (startsWord(c) || c == '$' || c == '#' || Character.isDigit(c));
  }
}
