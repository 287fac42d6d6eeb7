package dev.weir.core.rules;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The names of calls as users see them: {@code web:GET /orders/{}}. Segments that look like values
 * (numbers, dates, UUIDs, long hex or base64) are written {@code {}}, so that names stay few.
 * Callers choose what stands in a path: control characters are escaped, and what is long is cut, so
 * that a name fits into a line of a log.
 */
public final class ResourceName {

  private static final int MAX_LENGTH = 200;
  private static final int MIN_HEX = 8;
  private static final int MIN_BASE64 = 16;

  private ResourceName() {}

  /**
   * {@code web:GET /orders/{}}.
   *
   * @param path normalised
   */
  public static String web(String method, String path) {
    StringBuilder name = new StringBuilder();
    appendWeb(name, method, path);
    return name.toString();
  }

  /** Appends what {@link #web(String, String)} gives. */
  public static void appendWeb(StringBuilder name, String method, String path) {
    name.append("web:");
    appendText(name, method, 0, method.length());
    appendPath(name.append(' '), path);
  }

  /**
   * {@code http:GET price.internal/v1/prices/{}}.
   *
   * @param port -1 for the default port of the scheme
   * @param path normalised
   */
  public static String http(String method, String host, int port, String path) {
    StringBuilder name = new StringBuilder();
    appendHttp(name, method, host, port, path);
    return name.toString();
  }

  /** Appends what {@link #http(String, String, int, String)} gives. */
  public static void appendHttp(
      StringBuilder name, String method, String host, int port, String path) {
    name.append("http:");
    appendText(name, method, 0, method.length());
    name.append(' ');
    appendText(name, host.toLowerCase(Locale.ROOT), 0, host.length());
    if (port >= 0) {
      name.append(':').append(port);
    }
    appendPath(name, path);
  }

  /** {@code sql:shop SELECT orders}; what is null or empty is left out. */
  public static String sql(@Nullable String database, String verb, @Nullable String table) {
    StringBuilder name = new StringBuilder();
    appendSql(name, database, verb, table);
    return name.toString();
  }

  /** Appends what {@link #sql(String, String, String)} gives. */
  public static void appendSql(
      StringBuilder name, @Nullable String database, String verb, @Nullable String table) {
    name.append("sql:");
    if (database != null && !database.isEmpty()) {
      appendText(name, database, 0, database.length());
      name.append(' ');
    }
    appendText(name, verb, 0, verb.length());
    if (table != null && !table.isEmpty()) {
      appendText(name.append(' '), table, 0, table.length());
    }
  }

  /** {@code method:com.acme.PriceService#query}. */
  public static String method(String className, String methodName) {
    return "method:" + className + '#' + methodName;
  }

  /** A caller's value, such as a key, for people. */
  public static String value(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (i >= MAX_LENGTH || Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
        StringBuilder text = new StringBuilder();
        appendText(text, value, 0, value.length());
        return text.toString();
      }
    }
    return value;
  }

  private static void appendPath(StringBuilder name, String path) {
    int from = path.startsWith("/") ? 1 : 0;
    if (from == path.length()) {
      name.append('/');
    }
    while (from < path.length()) {
      if (name.length() > MAX_LENGTH) {
        name.append("/…");
        return;
      }
      int slash = path.indexOf('/', from);
      int end = slash < 0 ? path.length() : slash;
      if (end > from) {
        name.append('/');
        if (looksVariable(path, from, end)) {
          name.append("{}");
        } else {
          appendText(name, path, from, end);
        }
      }
      from = end + 1;
    }
  }

  private static void appendText(StringBuilder name, String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (name.length() > MAX_LENGTH) {
        name.append('…');
        return;
      }
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        name.append('%').append(Integer.toHexString(c | 0x100).substring(1));
      } else {
        // Two that some viewers of logs take for an end of line.
        name.append(c == '\u2028' || c == '\u2029' ? '?' : c);
      }
    }
  }

  private static boolean looksVariable(String path, int from, int to) {
    int digits = 0;
    int hex = 0;
    int upper = 0;
    int lower = 0;
    int marks = 0;
    int dashes = 0;
    for (int i = from; i < to; i++) {
      char c = path.charAt(i);
      if (c >= '0' && c <= '9') {
        digits++;
        hex++;
      } else if (c >= 'a' && c <= 'z') {
        lower++;
        hex += c <= 'f' ? 1 : 0;
      } else if (c >= 'A' && c <= 'Z') {
        upper++;
        hex += c <= 'F' ? 1 : 0;
      } else if (c == '-' || c == '_') {
        dashes++;
      } else if (c == '.' || c == ',' || c == ':' || c == '+' || c == '=' || c == '~') {
        marks++;
      } else {
        return false;
      }
    }
    int length = to - from;
    if (digits == 0) {
      return false;
    }
    boolean number = digits + dashes + marks == length;
    boolean longHex = hex + dashes == length && hex >= MIN_HEX;
    // Both cases and a digit: words and slugs have that only where they are long and camel-cased.
    boolean base64 = length >= MIN_BASE64 && upper > 0 && lower > 0;
    // ULIDs and the like: one case, no dashes, many digits.
    boolean token = length >= MIN_BASE64 && dashes + marks == 0 && digits >= 4;
    return number || longHex || base64 || token;
  }
}
