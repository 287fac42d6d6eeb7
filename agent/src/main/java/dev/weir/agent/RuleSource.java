package dev.weir.agent;

import dev.weir.agent.config.Environment;
import dev.weir.agent.config.RuleFile;
import dev.weir.agent.config.RuleWatch;
import dev.weir.core.rules.RuleProblem;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rule file: where it is, what it holds now, and who watches it. It is where it is set to be,
 * else {@code rules.yaml} in the working directory, else beside the application's jar.
 *
 * @param path absolute; watched even if nothing is there yet
 * @param fault why there are no rules, for people; empty if there are
 * @param problems in the file, to be told before {@code fault}; none where that says it all
 */
record RuleSource(
    Path path, RuleFile file, RuleWatch watch, String fault, List<RuleProblem> problems) {

  private static final String USUAL_NAME = "rules.yaml";
  private static final String IGNORED =
      " has no \"weir:\" key, so it is no rule file of Weir's and is ignored";

  static RuleSource find(Settings settings, RuleWatch.Listener listener) {
    Settings.Setting set = settings.rules();
    if (set != null) {
      return at(Path.of(set.value()), " (from the " + set.origin() + ')', listener);
    }
    RuleSource here = at(Path.of(USUAL_NAME), "", listener);
    if (here.file.valid() || here.file.recognised()) {
      return here;
    }
    Path besideJar = besideJar();
    if (besideJar != null && Files.exists(besideJar)) {
      return at(besideJar, "", listener);
    }
    String why =
        Files.exists(here.path)
            ? here.path + IGNORED
            : "there is no rule file: looked for "
                + here.path
                + (besideJar == null ? "" : " and " + besideJar);
    return new RuleSource(here.path, here.file, here.watch, why, List.of());
  }

  private static RuleSource at(Path path, String origin, RuleWatch.Listener listener) {
    RuleWatch watch = new RuleWatch(path, Environment.system(), listener);
    RuleFile file = watch.read();
    Path absolute = path.toAbsolutePath();
    if (file.valid()) {
      return new RuleSource(absolute, file, watch, "", List.of());
    }
    RuleProblem first = file.errors().get(0);
    return first.line() == 0
        ? new RuleSource(
            absolute, file, watch, absolute + origin + ": " + first.message(), List.of())
        : new RuleSource(
            absolute, file, watch, absolute + origin + " is not valid, see above", file.errors());
  }

  /** Whether a file was found where nobody said that one of Weir's is, and it is none. */
  boolean isOfAnotherTool() {
    return fault.endsWith(IGNORED);
  }

  /** With {@code java -jar} the class path is the jar. */
  private static @Nullable Path besideJar() {
    String classPath = System.getProperty("java.class.path", "");
    if (!classPath.endsWith(".jar") || classPath.indexOf(File.pathSeparatorChar) >= 0) {
      return null;
    }
    Path folder = Path.of(classPath).toAbsolutePath().getParent();
    return folder == null ? null : folder.resolve(USUAL_NAME);
  }
}
