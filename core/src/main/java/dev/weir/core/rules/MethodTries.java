package dev.weir.core.rules;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A trie of paths for each HTTP method that a pattern names, and one for all others. What holds for
 * every method stands in each, so that a look-up walks one trie. A GET pattern stands in that of
 * HEAD too; in that of pre-flights only those that name OPTIONS.
 */
final class MethodTries {

  private final Map<String, PathNode> named = new HashMap<>();
  private final PathNode others = new PathNode();
  private final PathNode preflights = new PathNode();

  MethodTries(List<PathUse> uses, PatternGroups groups) {
    for (PathUse use : uses) {
      addMethod(use.method());
    }
    for (PathUse use : uses) {
      add(use, groups);
    }
  }

  private void addMethod(String method) {
    if (!PatternSyntax.isAny(method)) {
      named.put(method, new PathNode());
    }
    if (method.equals("GET")) {
      named.put("HEAD", new PathNode());
    }
  }

  private void add(PathUse use, PatternGroups groups) {
    boolean any = PatternSyntax.isAny(use.method());
    for (Map.Entry<String, PathNode> each : named.entrySet()) {
      String method = each.getKey();
      boolean head = method.equals("HEAD") && use.method().equals("GET");
      if (any || head || method.equals(use.method())) {
        each.getValue().add(use.path(), use.use(), groups);
      }
    }
    if (any) {
      others.add(use.path(), use.use(), groups);
    } else if (use.method().equals("OPTIONS")) {
      preflights.add(use.path(), use.use(), groups);
    }
  }

  <T> MatchSet<T> collect(String method, boolean preflight, String path, MatchSet<T> set) {
    PathNode root = preflight ? preflights : named.getOrDefault(method, others);
    return root.collect(path, 0, set);
  }
}
