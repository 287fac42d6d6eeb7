package dev.weir.agent;

import dev.weir.agent.config.Environment;
import dev.weir.agent.config.RuleFile;
import dev.weir.agent.config.RuleWatch;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The rule file: where it is, what it holds now, and who watches it. It is where it is set to be,
 * else {@code rules.yaml} in the working directory, else beside the application's jar.
 *
 * @param path absolute; watched even if nothing is there yet
 */
record RuleSource(Path path, RuleFile file, RuleWatch watch) {

  private static final String USUAL_NAME = "rules.yaml";

  static RuleSource find(Settings settings, RuleWatch.Listener listener, Log log) {
    Settings.Setting set = settings.rules();
    if (set != null) {
      return at(Path.of(set.value()), listener);
    }
    RuleSource here = at(Path.of(USUAL_NAME), listener);
    if (here.file.valid() || here.file.recognised()) {
      return here;
    }
    if (Files.exists(here.path)) {
      log.info(here.path + " has no \"weir:\" key, so it is no rule file of Weir's: ignored");
    }
    Path besideJar = besideJar();
    return besideJar != null && Files.exists(besideJar) ? at(besideJar, listener) : here;
  }

  private static RuleSource at(Path path, RuleWatch.Listener listener) {
    RuleWatch watch = new RuleWatch(path, Environment.system(), listener);
    return new RuleSource(path.toAbsolutePath(), watch.read(), watch);
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
