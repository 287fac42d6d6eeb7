package dev.weir.core.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What the page on rule files says of matching, word for word and by regular expressions made of
 * the written text: the model that the index is compared with.
 */
final class NaiveIndex {

  private final RuleSet rules;

  NaiveIndex(RuleSet rules) {
    this.rules = rules;
  }

  List<Integer> web(String method, String path, boolean preflight) {
    return entries(text -> matchesWeb(text, method, path, preflight));
  }

  List<Integer> http(String method, String host, int port, String path) {
    return entries(text -> matchesHttp(text, method, host, port, path));
  }

  List<Integer> sql(String database, String verb, String table) {
    return entries(text -> matchesSql(text, database, verb, table));
  }

  private List<Integer> entries(Predicate<String> matches) {
    for (Exemption exemption : rules.exempt()) {
      if (any(exemption.match(), matches)) {
        return List.of();
      }
    }
    List<Integer> listed = new ArrayList<>();
    List<Integer> unlisted = new ArrayList<>();
    for (int i = 0; i < rules.entries().size(); i++) {
      Entry entry = rules.entries().get(i);
      if (any(entry.match(), matches) && !any(entry.except(), matches)) {
        (entry.unlisted() ? unlisted : listed).add(i);
      }
    }
    return listed.isEmpty() ? unlisted : listed;
  }

  private static boolean any(List<ResourcePattern> patterns, Predicate<String> matches) {
    for (ResourcePattern pattern : patterns) {
      if (matches.test(pattern.text())) {
        return true;
      }
    }
    return false;
  }

  static boolean matchesWeb(String text, String method, String path, boolean preflight) {
    if (!text.startsWith("web:")) {
      return false;
    }
    String[] parts = text.substring(4).split(" ", 2);
    if (preflight && !parts[0].equals("OPTIONS")) {
      return false;
    }
    return matchesMethod(parts[0], method) && matchesPath(parts[1], path);
  }

  private static boolean matchesHttp(
      String text, String method, String host, int port, String path) {
    if (!text.startsWith("http:")) {
      return false;
    }
    String[] parts = text.substring(5).split(" ", 2);
    int slash = parts[1].indexOf('/');
    String[] authority = parts[1].substring(0, slash).split(":", 2);
    return matchesMethod(parts[0], method)
        && (authority.length == 1 || authority[1].equals(String.valueOf(port)))
        && host.matches(regex(authority[0], ".*"))
        && matchesPath(parts[1].substring(slash), path);
  }

  private static boolean matchesSql(String text, String database, String verb, String table) {
    if (!text.startsWith("sql:")) {
      return false;
    }
    String[] parts = (text.substring(4) + " * *").split(" ", -1);
    return database.matches(regex(parts[0], ".*"))
        && verb.matches(regex(parts[1], ".*"))
        && table.matches(regex(parts[2], ".*"));
  }

  private static boolean matchesMethod(String pattern, String method) {
    return pattern.equals("*")
        || pattern.equals(method)
        || (pattern.equals("GET") && method.equals("HEAD"));
  }

  private static boolean matchesPath(String pattern, String path) {
    boolean tail = pattern.endsWith("/**");
    String start = tail ? pattern.substring(0, pattern.length() - 3) : pattern;
    String regex =
        regex(start.replaceAll("/\\{[^/]*}", "/\0"), "[^/]*").replace("\0", "[^/]+")
            + (tail ? "(/.*)?" : "");
    return pattern.endsWith("/") ? path.matches(regex) : withoutSlash(path).matches(regex);
  }

  /** Of the root this is empty, which no segment is. */
  private static String withoutSlash(String path) {
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  /** Every character but the stars, and the mark for a variable, stands for itself. */
  private static String regex(String glob, String star) {
    StringBuilder regex = new StringBuilder("(?s)");
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      regex.append(c == '*' ? star : c == '\0' ? "\0" : Pattern.quote(String.valueOf(c)));
    }
    return regex.toString();
  }
}
