package dev.weir.core.rules;

import java.util.ArrayList;
import java.util.List;

/** Patterns of methods, one after the other: each call site asks once. */
final class MethodTable {

  private final List<MethodPattern> patterns = new ArrayList<>();
  private final List<PatternGroup> groups = new ArrayList<>();

  MethodTable(List<PatternUse> uses, PatternGroups groups) {
    for (PatternUse use : uses) {
      if (use.pattern() instanceof MethodPattern method) {
        patterns.add(method);
        this.groups.add(groups.with(null, use));
      }
    }
  }

  <T> MatchSet<T> collect(
      String className,
      String methodName,
      List<String> parameterTypes,
      List<String> classAnnotations,
      MatchSet<T> set) {
    MatchSet<T> found = set;
    for (int i = 0; i < patterns.size(); i++) {
      MethodPattern pattern = patterns.get(i);
      String annotation = pattern.annotation();
      boolean ofClass =
          annotation == null
              ? pattern.matchesClassName(className)
              : classAnnotations.contains(annotation);
      if (ofClass && pattern.matchesMethod(methodName, parameterTypes)) {
        found = found.plus(groups.get(i));
      }
    }
    return found;
  }
}
