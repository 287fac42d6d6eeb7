package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.it.Launch.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JVM around the application stays as it was: its archive, its warnings, its tools. */
class JvmIT {

  private static final String RULES =
      """
      weir: 1
      resources:
        - {name: query, match: "method:com.acme.app.PriceService#query", flow: {limit: 1/1h}}
      """;

  private static final String ONE_PASSED = "hello\n103\ndev.weir.bridge.BlockedException\n";

  private static Launch hello() {
    return Launch.plainApp().rules(RULES).main("com.acme.app.Hello", "2");
  }

  /** {@code -Xshare:on} fails where the archive cannot be used; the JVM's own words are shown. */
  @Test
  void sharedArchiveStaysMappedAndTheJvmDoesNotComplain() throws IOException {
    Launch launch = hello();
    Path log = launch.directory().resolve("cds.log");
    Ended ended =
        launch
            .jvm("-Xshare:on", "-Xlog:cds*=info,class+load=info:file=" + log + ":none:filecount=0")
            .run();
    assertThat(ended.exit()).as(ended.stderr()).isZero();
    assertThat(ended.stdout()).isEqualTo(ONE_PASSED);
    assertNoComplaint(ended);
    List<String> lines = Files.readAllLines(log);
    List<String> mapped =
        lines.stream().filter(line -> line.matches("(?i).*mapped static +region #0.*")).toList();
    assertThat(mapped).as("%s", lines.stream().limit(50).toList()).isNotEmpty();
    long shared = lines.stream().filter(line -> line.contains("shared objects file")).count();
    System.out.println(
        "Class data sharing under the agent: "
            + mapped.get(0).trim()
            + "; classes taken from the archive: "
            + shared);
    assertThat(shared).isGreaterThan(300);
  }

  /** An archive of the application's own, recorded without the agent. */
  @Test
  void archiveOfTheApplicationStaysMapped() throws IOException {
    Path directory = hello().directory();
    Path jar = Jars.of(Checkout.app("plain"), directory.resolve("app.jar"));
    Path archive = directory.resolve("app.jsa");
    Launch recording =
        Launch.plainApp().withoutAgent().classPathOnly(jar).main("com.acme.app.Hello", "2");
    assertThat(recording.jvm("-XX:ArchiveClassesAtExit=" + archive).run().exit()).isZero();
    Launch using =
        Launch.plainApp().rules(RULES).classPathOnly(jar).main("com.acme.app.Hello", "2");
    Path log = using.directory().resolve("load.log");
    Ended ended =
        using
            .jvm(
                "-XX:SharedArchiveFile=" + archive,
                "-Xshare:auto",
                // JDK 25 says of an archive recorded without any agent, on standard output, that
                // java.instrument was missing then; it maps it all the same, which is asked here.
                "-Xlog:disable",
                "-Xlog:class+load=info:file=" + log + ":none:filecount=0")
            .run();
    assertThat(ended.stdout()).isEqualTo(ONE_PASSED);
    assertNoComplaint(ended);
    assertThat(Files.readString(log))
        .containsPattern("com.acme.app.Hello source: shared objects file \\(top\\)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"java.base,java.instrument", "java.base,java.instrument,java.logging"})
  void trimmedRuntimeRuns(String modules, @TempDir Path directory) throws Exception {
    Launch launch = hello();
    Path runtime = directory.resolve("runtime");
    Process jlink =
        new ProcessBuilder(
                Checkout.javaHome().resolve("bin/jlink").toString(),
                "--add-modules",
                modules,
                "--output",
                runtime.toString())
            .inheritIO()
            .start();
    assertThat(jlink.waitFor()).isZero();
    Ended ended = launch.java(runtime.resolve("bin/java")).jvm("-Xshare:auto").run();
    assertThat(ended.exit()).as(ended.stderr()).isZero();
    assertThat(ended.stdout()).as(ended.stderr()).isEqualTo(ONE_PASSED);
    assertNoComplaint(ended);
  }

  @Test
  void readOnlyContainerRuns() throws IOException {
    Launch launch = hello().jvm("-Djava.io.tmpdir=/no/such/folder", "-Duser.home=/no/such/home");
    Ended ended = launch.run();
    assertThat(ended.stdout()).as(ended.stderr()).isEqualTo(ONE_PASSED);
    assertThat(ended.stderr().lines().filter(line -> !line.contains("java.io.tmpdir")))
        .as("JDK 25 itself warns of the folder that is not there")
        .allMatch(line -> line.matches("weir: .* is in force: .*"));
    try (var files = Files.list(launch.directory())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("rules.yaml", "stdout", "stderr");
    }
  }

  @Test
  void verifierOfTheWholeJvmAndItsAssertionsFindNothing() {
    Ended ended = hello().jvm("-esa", "-ea", "-Xverify:all").run();
    assertThat(ended.stdout()).as(ended.stderr()).isEqualTo(ONE_PASSED);
  }

  /** With JAVA_TOOL_OPTIONS the agent comes to every tool of the JDK as well. */
  @ParameterizedTest
  @ValueSource(strings = {"javac -version", "jps -q -J-Dx=y", "javap -version", "jar --version"})
  void toolsOfTheJdkPrintWhatTheyAlwaysDo(String command) throws Exception {
    String[] words = command.split(" ", -1);
    words[0] = Checkout.javaHome().resolve("bin").resolve(words[0]).toString();
    Path directory = Launch.plainApp().directory();
    ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.environment().put("JAVA_TOOL_OPTIONS", "-javaagent:" + Checkout.AGENT_JAR);
    builder.redirectError(directory.resolve("tool-stderr").toFile());
    Process tool = builder.start();
    String out =
        new String(tool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(tool.waitFor()).isZero();
    if (command.startsWith("jps")) {
      assertThat(out.lines()).allMatch(line -> line.matches("[0-9]+"));
    } else {
      assertThat(out.lines()).hasSize(1).allMatch(line -> line.contains("."));
    }
    assertThat(Files.readString(directory.resolve("tool-stderr")).lines())
        .allMatch(line -> line.startsWith("Picked up JAVA_TOOL_OPTIONS"));
  }

  @Test
  void childJvmIsGuardedByTheEnvironmentAndKeepsItsOutput() {
    Launch launch = Launch.plainApp().rules(RULES).withoutAgent();
    launch.environment(
        "JAVA_TOOL_OPTIONS", "-javaagent:" + Checkout.AGENT_JAR + "=" + launch.ruleFile());
    try (ForkedApp app = launch.start()) {
      Reply child =
          app.call(
              Groups.JVM,
              "childStdout",
              Checkout.JAVA.toString(),
              "-cp",
              Checkout.app("plain").toString(),
              "com.acme.app.Hello",
              "2");
      assertThat(child.value()).isEqualTo(ONE_PASSED);
      assertThat(child.field("exit")).isEqualTo("0");
      assertThat(app.call(Groups.METHODS, "query", "abc").value()).isEqualTo("103");
      assertThat(app.call(Groups.METHODS, "query", "abc").isRefused()).isTrue();
    }
  }

  @Test
  void agentGivenTwiceSaysSoOnce() {
    Ended ended = hello().jvm("-javaagent:" + Checkout.AGENT_JAR).run();
    assertThat(ended.stderr().lines().filter(line -> line.contains("runs already"))).hasSize(1);
    assertThat(ended.exit()).isZero();
  }

  /** What a build that merges all jars into one makes of the agent. */
  @Test
  void agentThatWasPackedIntoAnotherJarSaysSoPlainly() throws IOException {
    Launch launch = hello().withoutAgent();
    Path uber = launch.directory().resolve("uber.jar");
    Jars.merged(Checkout.AGENT_JAR, uber, "dev.weir.agent.boot.Premain");
    Ended ended = launch.jvm("-javaagent:" + uber + "=" + launch.ruleFile()).run();
    assertThat(ended.exit()).as(ended.stderr()).isZero();
    assertThat(ended.stdout()).startsWith("hello\n");
    assertThat(ended.stderr().lines().filter(line -> line.startsWith("weir: ERROR")))
        .hasSize(1)
        .allMatch(line -> line.contains("weir-agent.jar"));
    assertThat(ended.stderr()).doesNotContain("\tat ");
  }

  private static void assertNoComplaint(Ended ended) {
    assertThat(ended.stderr()).doesNotContain("VM warning").doesNotContain("WARNING:");
    assertThat(ended.stderr()).doesNotContain("weir: ERROR");
  }
}
