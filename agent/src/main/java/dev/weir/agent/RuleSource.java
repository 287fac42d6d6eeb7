package dev.weir.agent;

import dev.weir.agent.config.Environment;
import dev.weir.agent.config.RuleFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the rule file is: as set, else {@code rules.yaml} in the working directory, else beside the
 * application's jar.
 *
 * @param path to watch, even if nothing is there yet
 * @param file as it is now
 */
record RuleSource(Path path, RuleFile file) {

  private static final String USUAL_NAME = "rules.yaml";

  static RuleSource find(Settings settings, Log log) {
    Settings.Setting set = settings.rules();
    if (set != null) {
      return at(Path.of(set.value()));
    }
    RuleSource here = at(Path.of(USUAL_NAME));
    if (here.file.valid() || here.file.recognised()) {
      return here;
    }
    if (Files.exists(here.path)) {
      log.info(
          here.path.toAbsolutePath()
              + " is not a rule file of Weir's (it has no \"weir:\" key) and is ignored");
    }
    Path besideJar = besideJar();
    if (besideJar != null && Files.exists(besideJar)) {
      return at(besideJar);
    }
    return here;
  }

  private static RuleSource at(Path path) {
    return new RuleSource(path, RuleFile.read(path, Environment.system()));
  }

  /** With {@code java -jar} the class path is the jar. */
  private static @Nullable Path besideJar() {
    String classPath = System.getProperty("java.class.path", "");
    if (!classPath.endsWith(".jar") || classPath.indexOf(java.io.File.pathSeparatorChar) >= 0) {
      return null;
    }
    Path folder = Path.of(classPath).toAbsolutePath().getParent();
    return folder == null ? null : folder.resolve(USUAL_NAME);
  }
}
