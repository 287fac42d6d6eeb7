package dev.weir.core.rules;

import dev.weir.core.rules.PatternUse.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds what judges a call: the entries whose patterns match it, composed once for each set of
 * candidates that occurs. Immutable to its users, safe for use by many threads.
 *
 * <p>All look-ups give null where nothing judges the call: no entry may hold, or it is exempt. An
 * entry may hold for a call that one of its {@code match} patterns and none of its {@code except}
 * patterns matches; an {@code unlisted} one only where no entry that lists calls holds, which
 * conditions may leave open.
 *
 * <p>A look-up walks the path in place and steps from one set of matches to the next, both without
 * allocating; what it costs depends on the patterns that share a beginning with the path, not on
 * how many there are elsewhere. Nothing is kept for a path, so that many paths cost no memory.
 *
 * @param <T> what judges a call
 */
public final class ResourceIndex<T> {

  private final MethodTries web;
  private final MatchSets<T> webSets;
  private final HostTable http;
  private final MatchSets<T> httpSets;
  private final SqlTable sql;
  private final MatchSets<T> sqlSets;
  private final MethodTable method;
  private final MatchSets<T> methodSets;

  /**
   * @param composer called while a look-up is made, under a lock: it must not ask this index
   */
  public ResourceIndex(RuleSet rules, Composer<T> composer) {
    List<PatternUse> uses = uses(rules);
    Compositions<T> compositions = new Compositions<>(composer);
    PatternGroups groups = new PatternGroups();
    web = new MethodTries(webUses(uses), groups);
    http = new HostTable(uses, groups);
    sql = new SqlTable(uses, groups);
    method = new MethodTable(uses, groups);
    webSets = new MatchSets<>(rules, compositions, groups.count());
    httpSets = new MatchSets<>(rules, compositions, groups.count());
    sqlSets = new MatchSets<>(rules, compositions, groups.count());
    methodSets = new MatchSets<>(rules, compositions, groups.count());
  }

  private static List<PatternUse> uses(RuleSet rules) {
    List<PatternUse> uses = new ArrayList<>();
    for (int i = 0; i < rules.exempt().size(); i++) {
      List<ResourcePattern> match = rules.exempt().get(i).match();
      for (ResourcePattern pattern : match.isEmpty() ? Entry.EVERY_REQUEST : match) {
        uses.add(new PatternUse(pattern, i, Role.EXEMPT));
      }
    }
    List<Entry> entries = rules.inForce();
    for (int i = 0; i < entries.size(); i++) {
      for (ResourcePattern pattern : entries.get(i).match()) {
        uses.add(new PatternUse(pattern, i, Role.MATCH));
      }
      for (ResourcePattern pattern : entries.get(i).except()) {
        uses.add(new PatternUse(pattern, i, Role.EXCEPT));
      }
    }
    return uses;
  }

  private static List<PathUse> webUses(List<PatternUse> uses) {
    List<PathUse> webUses = new ArrayList<>();
    for (PatternUse use : uses) {
      if (use.pattern() instanceof WebPattern pattern) {
        webUses.add(new PathUse(pattern.method(), pattern.path(), use));
      }
    }
    return webUses;
  }

  /**
   * What judges an inbound request.
   *
   * @param path as {@link PathNormalizer#servletPath} or {@link PathNormalizer#normalize} gives it
   * @param preflight whether it is an OPTIONS request with Origin and Access-Control-Request-Method
   */
  public @Nullable T web(String method, String path, boolean preflight) {
    return webSets.value(matchWeb(method, path, preflight));
  }

  /** The name of an inbound request, for users to see. */
  public String webName(String method, String path, boolean preflight) {
    String template = template(matchWeb(method, path, preflight));
    return template != null ? template : ResourceName.web(method, path);
  }

  private MatchSet<T> matchWeb(String method, String path, boolean preflight) {
    return web.collect(method, preflight, path, webSets.empty());
  }

  /**
   * What judges an outbound request.
   *
   * @param host in either case, an IPv6 address in brackets
   * @param port -1 for the default port of the scheme
   * @param path as {@link PathNormalizer#normalize} gives it
   */
  public @Nullable T http(String method, String host, int port, String path) {
    return httpSets.value(matchHttp(method, host, port, path));
  }

  /** The name of an outbound request, for users to see. */
  public String httpName(String method, String host, int port, String path) {
    String template = template(matchHttp(method, host, port, path));
    return template != null ? template : ResourceName.http(method, canonical(host), port, path);
  }

  private MatchSet<T> matchHttp(String method, String host, int port, String path) {
    return http.collect(method, canonical(host), port, path, httpSets.empty());
  }

  /** {@code Price.Internal.} is the same host as {@code price.internal}. */
  private static String canonical(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  /**
   * What judges a statement.
   *
   * @param database null where the address of the connection names none
   * @param verb upper-case
   * @param table lower-case, or null where the statement names none: such a call is never judged
   */
  public @Nullable T sql(@Nullable String database, String verb, @Nullable String table) {
    return sqlSets.value(matchSql(database, verb, table));
  }

  /** The name of a statement, for users to see. */
  public String sqlName(@Nullable String database, String verb, @Nullable String table) {
    String template = template(matchSql(database, verb, table));
    return template != null ? template : ResourceName.sql(database, verb, table);
  }

  private MatchSet<T> matchSql(@Nullable String database, String verb, @Nullable String table) {
    if (table == null || table.isEmpty() || !SqlPattern.isVerb(verb)) {
      return sqlSets.empty();
    }
    return sql.collect(database == null ? "" : database, verb, table, sqlSets.empty());
  }

  /**
   * What judges the calls of a method. Goes through all patterns of methods: to be asked once for a
   * call site.
   *
   * @param className as {@link Class#getName} gives it
   * @param parameterTypes as in source, erased: {@code int}, {@code java.lang.String[]}, {@code
   *     java.util.Map$Entry}
   * @param classAnnotations names of the annotations of the class; none for a method that is not
   *     public, since {@code @annotation#*} means public methods
   */
  public @Nullable T method(
      String className,
      String methodName,
      List<String> parameterTypes,
      List<String> classAnnotations) {
    return methodSets.value(matchMethod(className, methodName, parameterTypes, classAnnotations));
  }

  /** The name of a method, for users to see. */
  public String methodName(
      String className,
      String methodName,
      List<String> parameterTypes,
      List<String> classAnnotations) {
    String template =
        template(matchMethod(className, methodName, parameterTypes, classAnnotations));
    return template != null ? template : ResourceName.method(className, methodName);
  }

  private MatchSet<T> matchMethod(
      String className,
      String methodName,
      List<String> parameterTypes,
      List<String> classAnnotations) {
    return method.collect(
        className, methodName, parameterTypes, classAnnotations, methodSets.empty());
  }

  /** For tests: how many sets of matches of inbound requests are kept. */
  int keptWebSets() {
    return webSets.size();
  }

  private static @Nullable String template(MatchSet<?> set) {
    return set.resolved().template();
  }
}
