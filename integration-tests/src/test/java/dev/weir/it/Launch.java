package dev.weir.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How to start a forked JVM: what is on its command line, in its environment and beside it. */
final class Launch {

  private final Path directory = temporaryDirectory();
  private final List<Path> classPath = new ArrayList<>();
  private final List<String> jvmOptions = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private final Map<String, String> environment = new LinkedHashMap<>();
  private @Nullable Path jar;
  private Path java = Checkout.JAVA;
  private boolean withAgent = true;
  private @Nullable String agentArguments;
  private String launcher = "";
  private @Nullable String mainClass;
  private byte @Nullable [] rules = utf8("weir: 1\n");
  private boolean managed = true;

  private Launch() {}

  /** The plain application, with the agent and a rule file that rules nothing. */
  static Launch plainApp() {
    return new Launch().classPath(List.of(Checkout.app("plain")));
  }

  /** The servlet application of an API generation in a container. */
  static Launch webApp(String api, String launcher, String... librarySets) {
    Launch launch = plainApp().classPath(List.of(Checkout.app(api)));
    for (String set : librarySets) {
      launch.classPath(Checkout.libraries(set));
    }
    launch.launcher = launcher;
    launch.arguments.add(launch.staticFiles().toString());
    return launch;
  }

  /** A runnable jar that tells its port in the file named by {@code acme.ready}. */
  static Launch runnableJar(Path jar) {
    Launch launch = new Launch();
    launch.jar = Checkout.existing(jar);
    return launch;
  }

  Launch classPath(List<Path> entries) {
    classPath.addAll(entries);
    return this;
  }

  /** This jar and nothing else. */
  Launch classPathOnly(Path jarFile) {
    classPath.clear();
    classPath.add(jarFile);
    return this;
  }

  /** Runs this class instead of the application that waits for commands. */
  Launch main(String className, String... args) {
    mainClass = className;
    arguments.addAll(List.of(args));
    return this;
  }

  Launch java(Path command) {
    java = command;
    return this;
  }

  Launch jvm(String... options) {
    jvmOptions.addAll(List.of(options));
    return this;
  }

  Launch environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Launch withoutAgent() {
    withAgent = false;
    return this;
  }

  /** What follows {@code weir-agent.jar=}; by default the path of the rule file. */
  Launch agentArguments(String text) {
    agentArguments = text;
    return this;
  }

  /** The text of the rule file. */
  Launch rules(String text) {
    return rules(utf8(text));
  }

  /** The bytes of the rule file. */
  Launch rules(byte[] content) {
    rules = content;
    return this;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** No rule file stands where the agent is told to look. */
  Launch withoutRules() {
    rules = null;
    return this;
  }

  /** The JVM has no management: what the agent counts is not looked at. */
  Launch unmanaged() {
    managed = false;
    return this;
  }

  boolean managed() {
    return managed && withAgent;
  }

  /** A folder of this JVM's own: working directory, rule file and logs. */
  Path directory() {
    return directory;
  }

  Path ruleFile() {
    return directory.resolve("rules.yaml");
  }

  Path readyFile() {
    return directory.resolve("ready");
  }

  /** Starts the JVM and waits until the application is ready. */
  ForkedApp start() {
    return ForkedApp.start(this);
  }

  /** Runs the JVM to its end. */
  Ended run() {
    try {
      Process process = processBuilder().start();
      process.getOutputStream().close();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        throw new AssertionError("the JVM did not end: " + read("stderr"));
      }
      return new Ended(process.exitValue(), read("stdout"), read("stderr"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** What a JVM that has ended leaves. */
  record Ended(int exit, String stdout, String stderr) {}

  private String read(String stream) throws IOException {
    return Files.readString(directory.resolve(stream));
  }

  ProcessBuilder processBuilder() {
    writeRules();
    ProcessBuilder builder = new ProcessBuilder(command());
    builder.directory(directory.toFile());
    builder.redirectOutput(directory.resolve("stdout").toFile());
    builder.redirectError(directory.resolve("stderr").toFile());
    builder.environment().keySet().removeIf(Launch::wouldInterfere);
    builder.environment().putAll(environment);
    return builder;
  }

  private static boolean wouldInterfere(String variable) {
    return variable.startsWith("WEIR_")
        || variable.equals("JAVA_TOOL_OPTIONS")
        || variable.equals("_JAVA_OPTIONS")
        || variable.equals("JDK_JAVA_OPTIONS")
        || variable.equals("CLASSPATH");
  }

  private void writeRules() {
    if (rules != null) {
      try {
        Files.write(ruleFile(), rules);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    // Two cores are shared by all that is forked here; how fast an application gets is not asked.
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.addAll(jvmOptions);
    if (withAgent) {
      command.add("-javaagent:" + Checkout.existing(Checkout.AGENT_JAR) + agentSuffix());
    }
    if (jar != null) {
      command.addAll(List.of("-Dacme.ready=" + readyFile(), "-jar", jar.toString()));
    } else if (mainClass != null) {
      command.addAll(List.of("-cp", Checkout.classPath(classPath), mainClass));
    } else {
      command.addAll(List.of("-cp", Checkout.classPath(classPath), "com.acme.app.Main"));
      command.add(readyFile().toString());
      if (!launcher.isEmpty()) {
        command.add(launcher);
      }
    }
    command.addAll(arguments);
    return command;
  }

  private String agentSuffix() {
    String text = agentArguments == null ? ruleFile().toString() : agentArguments;
    return text.isEmpty() ? "" : "=" + text;
  }

  private Path staticFiles() {
    Path files = directory.resolve("files");
    try {
      Files.createDirectories(files);
      Files.writeString(files.resolve("hello.txt"), "a static file\n");
      Files.writeString(files.resolve("open.txt"), "another static file\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private static Path temporaryDirectory() {
    try {
      Path parent = Files.createDirectories(Checkout.TARGET.resolve("forked"));
      return Files.createTempDirectory(parent, "jvm-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
