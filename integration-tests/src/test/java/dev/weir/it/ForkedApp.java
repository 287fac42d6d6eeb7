package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An application in a JVM of its own, by default with the shipped jar as its agent. What must hold
 * after every test is asserted by {@link #verify}, and once more by {@link #close}: nothing is
 * inside, the agent has swallowed no failure of its own, standard output holds what the application
 * wrote, and standard error no warning that the test has not announced.
 */
final class ForkedApp implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration SOON = Duration.ofSeconds(5);

  /** Lines that no run may print: warnings of the agent, and of a JVM that the agent disturbs. */
  private static final Pattern COMPLAINT =
      Pattern.compile(
          "(?i)(weir: (warning|error): .*)"
              + "|(.*Server VM warning.*)"
              + "|(WARNING:.*)"
              + "|(.*(VerifyError|ClassFormatError|NoClassDefFoundError|dev\\.weir\\.agent).*)");

  private final Launch launch;
  private final Process process;
  private final int httpPort;
  private final int controlPort;
  private final @Nullable Management management;
  private final AtomicInteger ruleFiles = new AtomicInteger();
  private final List<Pattern> announced = new ArrayList<>();
  private @Nullable ControlClient control;
  private String expectedStdout = "";

  private ForkedApp(Launch launch, Process process, Properties ports) throws IOException {
    this.launch = launch;
    this.process = process;
    this.httpPort = Integer.parseInt(ports.getProperty("http"));
    this.controlPort = Integer.parseInt(ports.getProperty("control"));
    this.management = launch.managed() ? new Management(process.pid()) : null;
  }

  static ForkedApp start(Launch launch) {
    try {
      Process process = launch.processBuilder().start();
      process.getOutputStream().close();
      try {
        ForkedApp app = new ForkedApp(launch, process, awaitReady(launch, process));
        app.awaitAgent();
        return app;
      } catch (IOException | RuntimeException | Error failure) {
        stop(process);
        throw failure;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Properties awaitReady(Launch launch, Process process) throws IOException {
    await()
        .alias("the application is ready")
        .atMost(START)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> Files.exists(launch.readyFile()) || !process.isAlive());
    if (!Files.exists(launch.readyFile())) {
      throw new AssertionError(
          "the JVM ended with "
              + process.exitValue()
              + ": "
              + Files.readString(launch.directory().resolve("stderr"))
              + Files.readString(launch.directory().resolve("stdout")));
    }
    Properties ports = new Properties();
    try (var reader = Files.newBufferedReader(launch.readyFile())) {
      ports.load(reader);
    }
    return ports;
  }

  private void awaitAgent() {
    if (management != null) {
      soon("the agent's MBean is there").until(management::isThere);
    }
  }

  int httpPort() {
    return httpPort;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  Path directory() {
    return launch.directory();
  }

  Path ruleFile() {
    return launch.ruleFile();
  }

  /** A command of a group in the application's package. */
  Reply call(String group, String command, String... arguments) {
    try {
      if (control == null) {
        control = new ControlClient(controlPort);
      }
      return control.call(group, command, arguments);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A connection of its own, for a test that calls from several threads. */
  ControlClient connect() throws IOException {
    return new ControlClient(controlPort);
  }

  /** How often a body of the application has run. */
  long hits(String body) {
    return Long.parseLong(call("com.acme.app.HitsCommands", body).value());
  }

  Statistics statistics() {
    if (management == null) {
      throw new IllegalStateException("started without management");
    }
    return management.read();
  }

  /** The counts of one entry, once nothing is inside any more. */
  Statistics.Entry settled(String entry) {
    soon("nothing is inside " + entry).until(() -> statistics().entry(entry).inFlight() == 0);
    return statistics().entry(entry);
  }

  /** Puts other rules in force, by a file renamed over the old one, and waits for them. */
  void rules(String text) {
    String before = statistics().rulesHash();
    writeRules("# file " + ruleFiles.incrementAndGet() + "\n" + text);
    soon("the new rules are in force")
        .until(
            () -> {
              Statistics now = statistics();
              return now.rulesValid() && !now.rulesHash().equals(before);
            });
  }

  /** The same of a file with these entries, which begin in the first column. */
  void entries(String text) {
    rules("weir: 1\nresources:\n" + text.indent(2));
  }

  /** Renames a file with this text over the rule file; does not wait. */
  void writeRules(String text) {
    writeRules(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Renames a file with this content over the rule file; does not wait. */
  void writeRules(byte[] content) {
    try {
      Path next = ruleFile().resolveSibling("rules.yaml.next");
      Files.write(next, content);
      Files.move(next, ruleFile(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String stdout() {
    return read("stdout");
  }

  String stderr() {
    return read("stderr");
  }

  private String read(String stream) {
    try {
      return Files.readString(directory().resolve(stream));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the application itself prints. */
  void expectStdout(String text) {
    expectedStdout = text;
  }

  /** Warnings that match are part of the test. */
  void announce(String regex) {
    announced.add(Pattern.compile(regex));
  }

  /** Waits until standard error holds a line that matches, and gives it. */
  String awaitStderr(String regex) {
    Pattern pattern = Pattern.compile(regex);
    soon("stderr holds " + regex).until(() -> pattern.matcher(stderr()).find());
    return stderr().lines().filter(line -> pattern.matcher(line).find()).findFirst().orElseThrow();
  }

  /** Asserts what must hold after every test. */
  void verify() {
    assertThat(process.isAlive()).as("the application runs; stderr: %s", stderr()).isTrue();
    assertThat(stdout()).as("standard output").isEqualTo(expectedStdout);
    if (management != null) {
      soon("nothing is inside").until(() -> statistics().inFlight() == 0);
      assertThat(statistics().suppressedFailures()).as("suppressed failures").isZero();
    }
    assertThat(complaints()).as("warnings on standard error").isEmpty();
  }

  private List<String> complaints() {
    return stderr()
        .lines()
        .filter(line -> COMPLAINT.matcher(line).matches())
        .filter(line -> announced.stream().noneMatch(known -> known.matcher(line).find()))
        .toList();
  }

  private static org.awaitility.core.ConditionFactory soon(String alias) {
    return await()
        .alias(alias)
        .atMost(SOON)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10));
  }

  @Override
  public void close() {
    try {
      verify();
    } finally {
      kill();
    }
  }

  /** Ends the JVM without a look at what it leaves. */
  void kill() {
    try {
      if (control != null) {
        control.close();
      }
      if (management != null) {
        management.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      stop(process);
    }
  }

  private static void stop(Process process) {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
