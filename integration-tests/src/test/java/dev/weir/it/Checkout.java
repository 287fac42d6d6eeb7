package dev.weir.it;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Where the build has put what forked JVMs run. */
final class Checkout {

  static final Path ROOT =
      Path.of(System.getProperty("weir.it.root", "..")).toAbsolutePath().normalize();
  static final Path AGENT_JAR = ROOT.resolve("agent/target/weir-agent.jar");
  static final Path BOOT_JAR = ROOT.resolve("integration-tests/apps/boot/target/boot-app.jar");
  static final Path TARGET = ROOT.resolve("integration-tests/target");

  /** The java command of the JVMs under test; the tests' own JVM is another matter. */
  static final Path JAVA =
      Path.of(
          System.getProperty(
              "weir.it.java", Path.of(System.getProperty("java.home"), "bin", "java").toString()));

  private Checkout() {}

  /** The JDK of the JVMs under test. */
  static Path javaHome() {
    try {
      Path bin = JAVA.toRealPath().getParent();
      if (bin == null || bin.getParent() == null) {
        throw new IllegalStateException(JAVA + " is not in the bin folder of a JDK");
      }
      return bin.getParent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The classes of one of the applications: plain, jakarta or javax. */
  static Path app(String name) {
    return existing(ROOT.resolve("integration-tests/apps/" + name + "/target/classes"));
  }

  /** All jars of a set of libraries. */
  static List<Path> libraries(String set) {
    Path folder = existing(TARGET.resolve("lib").resolve(set));
    try (Stream<Path> jars = Files.list(folder)) {
      return jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String classPath(List<Path> entries) {
    List<String> texts = new ArrayList<>();
    for (Path entry : entries) {
      texts.add(entry.toString());
    }
    return String.join(File.pathSeparator, texts);
  }

  static Path existing(Path path) {
    if (!Files.exists(path)) {
      throw new IllegalStateException(path + " is missing: build it first (mvn verify)");
    }
    return path;
  }
}
