package dev.weir.core.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Patterns of outbound requests by host and port: hosts written out by hash, those with {@code *}
 * one after the other.
 */
final class HostTable {

  private final Map<String, Host> literals = new HashMap<>();
  private final List<Host> globs = new ArrayList<>();

  HostTable(List<PatternUse> uses, PatternGroups groups) {
    Map<String, Map<Integer, List<PathUse>>> byHost = new LinkedHashMap<>();
    for (PatternUse use : uses) {
      if (use.pattern() instanceof HttpPattern http) {
        uses(byHost, http).add(new PathUse(http.method(), http.path(), use));
      }
    }
    for (Map.Entry<String, Map<Integer, List<PathUse>>> each : byHost.entrySet()) {
      Host host = new Host(each.getKey(), each.getValue(), groups);
      if (Glob.isGlob(each.getKey())) {
        globs.add(host);
      } else {
        literals.put(each.getKey(), host);
      }
    }
  }

  /** Without lambdas, which would be bootstrapped while a JVM starts. */
  private static List<PathUse> uses(
      Map<String, Map<Integer, List<PathUse>>> byHost, HttpPattern pattern) {
    Map<Integer, List<PathUse>> byPort = byHost.get(pattern.host());
    if (byPort == null) {
      byPort = new LinkedHashMap<>();
      byHost.put(pattern.host(), byPort);
    }
    List<PathUse> uses = byPort.get(pattern.port());
    if (uses == null) {
      uses = new ArrayList<>();
      byPort.put(pattern.port(), uses);
    }
    return uses;
  }

  <T> MatchSet<T> collect(String method, String host, int port, String path, MatchSet<T> set) {
    MatchSet<T> found = set;
    Host literal = literals.get(host);
    if (literal != null) {
      found = literal.collect(method, port, path, found);
    }
    for (int i = 0; i < globs.size(); i++) {
      Host glob = globs.get(i);
      if (glob.name.matches(host)) {
        found = glob.collect(method, port, path, found);
      }
    }
    return found;
  }

  /** The patterns of one host, by port. */
  private static final class Host {

    private final Glob name;
    private final int[] ports;
    private final MethodTries[] tries;

    Host(String name, Map<Integer, List<PathUse>> byPort, PatternGroups groups) {
      this.name = new Glob(name);
      this.ports = new int[byPort.size()];
      this.tries = new MethodTries[byPort.size()];
      int count = 0;
      for (Map.Entry<Integer, List<PathUse>> each : byPort.entrySet()) {
        ports[count] = each.getKey();
        tries[count++] = new MethodTries(each.getValue(), groups);
      }
    }

    <T> MatchSet<T> collect(String method, int port, String path, MatchSet<T> set) {
      MatchSet<T> found = set;
      for (int i = 0; i < ports.length; i++) {
        if (ports[i] == -1 || ports[i] == port) {
          found = tries[i].collect(method, false, path, found);
        }
      }
      return found;
    }
  }
}
