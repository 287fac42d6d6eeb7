package dev.weir.agent.cli;

import dev.weir.agent.Version;
import dev.weir.agent.config.Environment;
import dev.weir.agent.config.RuleFile;
import dev.weir.core.Kind;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Instrument;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.RuleProblem;
import dev.weir.core.rules.RuleSet;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Reads rule files as the agent would and tells what is wrong with them. What it finds is its
 * result and goes to the output stream, as linters have it; the error stream is for a wrong use.
 */
@Command(
    name = "check",
    description = "Check rule files, as the agent would read them.",
    mixinStandardHelpOptions = true,
    version = "weir " + Version.TEXT,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:all files are valid (there may be warnings)",
      "1:a file has errors",
      "2:a file cannot be read, or the command is used wrongly"
    })
final class CheckCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Rule files.")
  private List<Path> files = List.of();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    int code = 0;
    for (Path file : files) {
      code = Math.max(code, check(file, out));
    }
    return code;
  }

  private static int check(Path path, PrintWriter out) {
    RuleFile file = RuleFile.read(path, Environment.system());
    sayAll(file, out);
    RuleSet rules = file.rules();
    if (rules != null) {
      out.println(path + ": valid; " + summary(rules) + ", hash " + file.hash());
      return 0;
    }
    if (file.hash().isEmpty()) {
      return 2;
    }
    out.println(
        path + ": " + count(file.errors().size(), "error") + "; these rules would not be used");
    return 1;
  }

  /** Errors and warnings together, in the order of the file. */
  private static void sayAll(RuleFile file, PrintWriter out) {
    List<RuleProblem> errors = file.errors();
    int said = 0;
    for (RuleProblem warning : file.warnings()) {
      while (said < errors.size() && isBefore(errors.get(said), warning)) {
        out.println(errors.get(said++));
      }
      out.println(warning(warning));
    }
    while (said < errors.size()) {
      out.println(errors.get(said++));
    }
  }

  private static boolean isBefore(RuleProblem one, RuleProblem other) {
    return one.line() < other.line()
        || (one.line() == other.line() && one.column() < other.column());
  }

  private static String warning(RuleProblem problem) {
    return new RuleProblem(
            problem.file(), problem.line(), problem.column(), "", "warning: " + at(problem))
        .toString();
  }

  private static String at(RuleProblem problem) {
    return problem.path().isEmpty() ? problem.message() : problem.path() + ": " + problem.message();
  }

  private static String summary(RuleSet rules) {
    int ruleCount = rules.inForce().stream().mapToInt(entry -> entry.rules().size()).sum();
    return "mode "
        + rules.mode().name().toLowerCase(Locale.ROOT)
        + ", "
        + count(rules.entries().size(), "entry", "entries")
        + ", "
        + count(ruleCount, "rule")
        + ", instruments "
        + doors(rules);
  }

  private static String doors(RuleSet rules) {
    Instrument instrument = rules.instrument();
    Stream<String> kinds =
        Stream.of(
                instrument.web() ? "web" : "",
                instrument.http() ? "http" : "",
                instrument.sql() ? "sql" : "")
            .filter(kind -> !kind.isEmpty());
    long methods = instrument.methods().size() + methodsOf(rules.entries());
    return String.join(
        ", ", Stream.concat(kinds, Stream.of(count((int) methods, "method pattern"))).toList());
  }

  private static long methodsOf(List<Entry> entries) {
    return entries.stream()
        .flatMap(entry -> entry.match().stream())
        .filter(pattern -> pattern.kind() == Kind.METHOD)
        .map(ResourcePattern::text)
        .distinct()
        .count();
  }

  private static String count(int number, String one) {
    return count(number, one, one + "s");
  }

  private static String count(int number, String one, String several) {
    return number + " " + (number == 1 ? one : several);
  }
}
