package dev.weir.agent.door;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the database that a JDBC URL names. Each driver writes its own; none is asked. */
final class JdbcUrl {

  /** Stands for a database that has no name. */
  static final String UNKNOWN = "unknown";

  private static final String[] CATALOGUE_KEYS = {"databasename", "database", "db"};

  private JdbcUrl() {}

  /** The catalogue, or else the last element of the path, as written; never empty. */
  static String database(@Nullable String url) {
    if (url == null) {
      return UNKNOWN;
    }
    String rest = url.regionMatches(true, 0, "jdbc:", 0, 5) ? url.substring(5) : url;
    if (rest.regionMatches(true, 0, "oracle:", 0, 7)) {
      return orUnknown(oracle(rest));
    }
    int options = firstOf(rest, 0, ";?");
    String path = path(rest.substring(0, options));
    if (path.isEmpty() && options < rest.length()) {
      path = catalogue(rest.substring(options));
    }
    return orUnknown(path);
  }

  private static String orUnknown(String database) {
    return database.isEmpty() ? UNKNOWN : database;
  }

  /** The last element behind host and port, or behind the driver's own prefixes. */
  private static String path(String address) {
    int authority = address.indexOf("//");
    String path = address;
    if (authority >= 0) {
      int slash = address.indexOf('/', authority + 2);
      if (slash < 0) {
        return "";
      }
      path = address.substring(slash + 1);
    }
    int option = path.indexOf('=');
    if (option >= 0) {
      int colon = path.lastIndexOf(':', option); // DB2 and Informix: shop:key=value
      path = path.substring(0, Math.max(0, colon));
    }
    int end = path.length();
    while (end > 0 && isSeparator(path.charAt(end - 1))) {
      end--;
    }
    int start = end;
    while (start > 0 && !isSeparator(path.charAt(start - 1))) {
      start--;
    }
    boolean prefixesOnly = authority < 0 && (start == 0 || end < path.length());
    return prefixesOnly && !path.startsWith("sqlite:") ? "" : path.substring(start, end);
  }

  private static boolean isSeparator(char c) {
    return c == '/' || c == '\\' || c == ':';
  }

  /** {@code ;databaseName=shop} of SQL Server, {@code ?db=shop} of others. */
  private static String catalogue(String options) {
    int from = 1;
    while (from < options.length()) {
      int end = firstOf(options, from, ";&");
      int equals = options.indexOf('=', from);
      if (equals >= 0 && equals < end) {
        String key = options.substring(from, equals).strip().toLowerCase(Locale.ROOT);
        for (String catalogue : CATALOGUE_KEYS) {
          if (key.equals(catalogue)) {
            return unbraced(options.substring(equals + 1, end).strip());
          }
        }
      }
      from = end + 1;
    }
    return "";
  }

  /** SQL Server quotes a value by braces. */
  private static String unbraced(String value) {
    return value.length() > 2 && value.startsWith("{") && value.endsWith("}")
        ? value.substring(1, value.length() - 1)
        : value;
  }

  /**
   * {@code thin:@//host:1521/service:dedicated/instance}, {@code thin:@host:1521:sid}, {@code
   * thin:@alias} or a descriptor in parentheses.
   */
  private static String oracle(String rest) {
    int at = rest.lastIndexOf('@');
    String address = rest.substring(at + 1, firstOf(rest, at + 1, "?"));
    if (address.startsWith("(")) {
      String service = descriptor(address, "service_name");
      return service.isEmpty() ? descriptor(address, "sid") : service;
    }
    int authority = address.indexOf("//");
    String path = authority < 0 ? address : address.substring(authority + 2);
    int slash = path.indexOf('/');
    if (slash >= 0) {
      return path.substring(slash + 1, firstOf(path, slash + 1, "/:"));
    }
    return authority < 0 ? path.substring(path.lastIndexOf(':') + 1) : "";
  }

  private static String descriptor(String address, String key) {
    int at = address.toLowerCase(Locale.ROOT).indexOf(key);
    int equals = at < 0 ? -1 : address.indexOf('=', at);
    return equals < 0
        ? ""
        : address.substring(equals + 1, firstOf(address, equals + 1, ")")).strip();
  }

  /** Where the first of {@code chars} stands from {@code from} on, else the end. */
  private static int firstOf(String text, int from, String chars) {
    int at = from;
    while (at < text.length() && chars.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }
}
