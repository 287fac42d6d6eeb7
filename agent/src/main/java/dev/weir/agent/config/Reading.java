package dev.weir.agent.config;

import dev.weir.core.rules.RuleProblem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One reading of one file: what has been found wrong so far, and the environment it is read in. */
final class Reading {

  /** As compilers do: a file that is wrong throughout shall not flood a log. */
  static final int MAX_SHOWN = 100;

  private final String file;
  private final Environment environment;
  private final List<RuleProblem> errors = new ArrayList<>();
  private final List<RuleProblem> warnings = new ArrayList<>();
  private final Set<String> said = new HashSet<>();

  Reading(String file, Environment environment) {
    this.file = file;
    this.environment = environment;
  }

  void error(Node at, String path, String message) {
    error(at.line(), at.column(), path, message);
  }

  void error(int line, int column, String path, String message) {
    add(errors, line, column, path, message);
  }

  /** Of what the key has for a value. */
  void error(Values values, Key<?> key, String message) {
    error(values.at(key), values.path(key), message);
  }

  /** What asks for the caller needs the key of the file that says where it stands. */
  void checkCaller(Values file, Node at, String path) {
    if (!file.wants(Schema.CALLER)) {
      error(
          at,
          path,
          "needs caller at the top of the file, which says where a request names who is calling,"
              + " e.g. caller: header:X-Client-App");
    }
  }

  void warn(Node at, String path, String message) {
    add(warnings, at.line(), at.column(), path, message);
  }

  /** Of what the key has for a value. */
  void warn(Values values, Key<?> key, String message) {
    warn(values.at(key), values.path(key), message);
  }

  /** What is valid but does nothing. */
  void warnNoEffect(Values values, Key<?> key, String why) {
    warn(values, key, "no effect: " + why);
  }

  /** A fault behind an anchor is told once, at its anchor, however many aliases repeat it. */
  private void add(List<RuleProblem> to, int line, int column, String path, String message) {
    if (said.add(line + ":" + column + ":" + message)) {
      to.add(
          new RuleProblem(file, line, column, Quoted.onOneLine(path), Quoted.onOneLine(message)));
    }
  }

  boolean failed() {
    return !errors.isEmpty();
  }

  /** In the order of the file. */
  List<RuleProblem> errors() {
    return inFileOrder(errors, " more errors");
  }

  /** In the order of the file. */
  List<RuleProblem> warnings() {
    return inFileOrder(warnings, " more warnings");
  }

  private List<RuleProblem> inFileOrder(List<RuleProblem> problems, String more) {
    if (problems.isEmpty()) {
      return List.of();
    }
    List<RuleProblem> sorted = new ArrayList<>(problems);
    sorted.sort(ByPlace.INSTANCE);
    int left = sorted.size() - MAX_SHOWN;
    if (left > 0) {
      RuleProblem last = sorted.get(MAX_SHOWN);
      sorted.subList(MAX_SHOWN, sorted.size()).clear();
      sorted.add(new RuleProblem(file, last.line(), last.column(), "", "and " + left + more));
    }
    return List.copyOf(sorted);
  }

  /**
   * The text of a value with <code>${env:NAME}</code> replaced; null where that cannot be, which
   * has been reported then.
   */
  @Nullable String text(Node.Scalar scalar, String path) {
    try {
      return EnvironmentText.expand(scalar.text(), environment);
    } catch (IllegalArgumentException e) {
      error(scalar, path, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private static final class ByPlace implements Comparator<RuleProblem> {

    static final ByPlace INSTANCE = new ByPlace();

    @Override
    public int compare(RuleProblem a, RuleProblem b) {
      int byLine = Integer.compare(a.line(), b.line());
      return byLine != 0 ? byLine : Integer.compare(a.column(), b.column());
    }
  }
}
