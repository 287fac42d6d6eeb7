package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.it.Launch.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Where the rule file comes from, and what becomes of an application when it is not as it should.
 */
class RuleFileIT {

  private static final String REFUSES_ALL =
      """
      weir: 1
      resources:
        - {name: query, match: "method:com.acme.app.PriceService#query", flow: {limit: 0/1h}}
      """;

  private static Launch hello() {
    return Launch.plainApp().main("com.acme.app.Hello", "1");
  }

  private static final String PASSED = "hello\n103\n";
  private static final String REFUSED = "hello\ndev.weir.bridge.BlockedException\n";

  @Test
  void missingFileIsSaidLoudlyAndTakenUpWhenItComes() {
    try (ForkedApp app = Launch.plainApp().withoutRules().start()) {
      app.announce("ERROR: .*rules.yaml");
      app.announce("matches no method");
      assertThat(app.stderr().lines().filter(line -> line.contains("no such file")))
          .hasSize(1)
          .allMatch(line -> line.startsWith("weir: ERROR: "));
      assertThat(app.statistics().rulesValid()).isFalse();
      assertThat(app.call(Groups.METHODS, "query", "abc").value()).isEqualTo("103");
      app.rules(REFUSES_ALL);
      assertThat(app.call(Groups.METHODS, "query", "abc").isRefused()).isTrue();
    }
  }

  @Test
  void strictStopsTheJvmBeforeTheApplication() {
    for (Launch launch :
        new Launch[] {
          hello().withoutRules().jvm("-Dweir.strict=true"),
          hello().rules("weir: 1\nmode: loud\n").jvm("-Dweir.strict=true"),
          hello().rules("weir: 1\nmode: loud\n").environment("WEIR_STRICT", "true")
        }) {
      Ended ended = launch.run();
      assertThat(ended.exit()).isNotZero();
      assertThat(ended.stdout()).isEmpty();
      assertThat(ended.stderr()).contains("weir: ERROR").contains("rules.yaml").contains("strict");
    }
    Ended fine = hello().jvm("-Dweir.strict=true").run();
    assertThat(fine.exit()).as(fine.stderr()).isZero();
    assertThat(fine.stdout()).isEqualTo(PASSED);
  }

  @Test
  void brokenFileAtStartLeavesTheApplicationRunning() {
    Ended ended = hello().rules("weir: 1\nmode: loud\nresources: 7\n").run();
    assertThat(ended.exit()).isZero();
    assertThat(ended.stdout()).isEqualTo(PASSED);
    assertThat(ended.stderr()).contains("rules.yaml:2:7: mode: ").contains("rules.yaml:3:12: ");
  }

  /** A third of the files, as each takes a JVM; all of them are tried on a running one below. */
  @Test
  void everyKindOfBrokenFileAtStartIsNamedByLine() throws IOException {
    List<Path> files = brokenFiles();
    for (int i = 0; i < files.size(); i += 3) {
      byte[] content = Files.readAllBytes(files.get(i));
      Ended ended = hello().rules(content).run();
      assertThat(ended.exit()).isZero();
      assertThat(ended.stdout()).isEqualTo(PASSED);
      for (String expected : expected(content)) {
        assertThat(ended.stderr()).as("%s", files.get(i)).contains("rules.yaml:" + expected);
      }
    }
    System.out.println("Broken rule files at start: " + (files.size() + 2) / 3);
  }

  @Test
  void everyKindOfBrokenFileLaterLeavesTheRulesInForce() throws IOException {
    List<Path> files = brokenFiles();
    assertThat(files).hasSizeGreaterThanOrEqualTo(20);
    try (ForkedApp app = Launch.plainApp().rules(REFUSES_ALL).start()) {
      app.announce("ERROR: .*rules.yaml");
      app.announce("matches no method");
      String hash = app.statistics().rulesHash();
      for (Path file : files) {
        byte[] content = Files.readAllBytes(file);
        app.writeRules(content);
        for (String expected : expected(content)) {
          app.awaitStderr(Pattern.quote("rules.yaml:" + expected));
        }
        assertThat(app.call(Groups.METHODS, "query", "abc").isRefused()).as("%s", file).isTrue();
        assertThat(app.statistics().rulesValid()).isFalse();
        assertThat(app.statistics().rulesHash()).isEqualTo(hash);
      }
      app.rules("weir: 1\n");
      assertThat(app.call(Groups.METHODS, "query", "abc").value()).isEqualTo("103");
    }
    System.out.println("Broken rule files on a running JVM: " + files.size());
  }

  private static List<Path> brokenFiles() throws IOException {
    try (Stream<Path> files =
        Files.list(Checkout.ROOT.resolve("agent/src/test/resources/broken-rules"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  /** What stands in the file's first lines: place, path and message of each error. */
  private static List<String> expected(byte[] content) {
    List<String> expected =
        new String(content, StandardCharsets.UTF_8)
            .lines()
            .filter(line -> line.startsWith("# expect: "))
            .map(line -> line.substring("# expect: ".length()))
            .toList();
    assertThat(expected).isNotEmpty();
    return expected;
  }

  @Test
  void fileIsFoundByPropertyEnvironmentAndWorkingDirectory() {
    assertThat(hello().rules(REFUSES_ALL).run().stdout()).as("argument").isEqualTo(REFUSED);
    Launch byProperty = hello().rules(REFUSES_ALL).agentArguments("");
    byProperty.jvm("-Dweir.rules=" + elsewhere(byProperty));
    assertThat(byProperty.run().stdout()).as("property").isEqualTo(PASSED);
    Launch byEnvironment = hello().rules(REFUSES_ALL).agentArguments("");
    byEnvironment.environment("WEIR_RULES", elsewhere(byEnvironment).toString());
    assertThat(byEnvironment.run().stdout()).as("environment").isEqualTo(PASSED);
    Launch byDirectory = hello().rules(REFUSES_ALL).agentArguments("");
    assertThat(byDirectory.run().stdout()).as("working directory").isEqualTo(REFUSED);
    Launch both = hello().rules(REFUSES_ALL).agentArguments("");
    both.jvm("-Dweir.rules=" + both.ruleFile());
    both.environment("WEIR_RULES", elsewhere(both).toString());
    assertThat(both.run().stdout()).as("property before environment").isEqualTo(REFUSED);
  }

  @Test
  void argumentMayHoldPairs() {
    Launch launch = hello().rules(REFUSES_ALL);
    launch.agentArguments("rules=" + launch.ruleFile() + ";mode=off");
    assertThat(launch.run().stdout()).isEqualTo(PASSED);
  }

  /** A file that rules nothing. */
  private static Path elsewhere(Launch launch) {
    try {
      return Files.writeString(launch.directory().resolve("elsewhere.yaml"), "weir: 1\n");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void somebodyElsesRulesFileIsNamedAndIgnored() {
    Ended ended = hello().rules("rules: [of, another, tool]\n").agentArguments("").run();
    assertThat(ended.exit()).isZero();
    assertThat(ended.stdout()).isEqualTo(PASSED);
    assertThat(ended.stderr().lines().filter(line -> line.contains("rules.yaml"))).hasSize(1);
    assertThat(ended.stderr()).doesNotContain("ERROR");
  }

  @Test
  void modeOfTheEnvironmentCapsTheFile() {
    for (String mode : new String[] {"off", "observe"}) {
      assertThat(hello().rules(REFUSES_ALL).environment("WEIR_MODE", mode).run().stdout())
          .as(mode)
          .isEqualTo(PASSED);
      assertThat(hello().rules(REFUSES_ALL).jvm("-Dweir.mode=" + mode).run().stdout())
          .as(mode)
          .isEqualTo(PASSED);
    }
    assertThat(
            hello()
                .rules(REFUSES_ALL)
                .jvm("-Dweir.mode=enforce")
                .environment("WEIR_MODE", "off")
                .run()
                .stdout())
        .as("property before environment")
        .isEqualTo(REFUSED);
    assertThat(
            hello()
                .rules("mode: observe\n" + REFUSES_ALL)
                .environment("WEIR_MODE", "enforce")
                .run()
                .stdout())
        .as("a cap is no floor")
        .isEqualTo(PASSED);
  }

  @Test
  void fileThatGoesAwayLeavesTheRulesInForce() throws IOException {
    try (ForkedApp app = Launch.plainApp().rules(REFUSES_ALL).start()) {
      app.announce("ERROR: .*rules.yaml");
      app.announce("matches no method");
      String hash = app.statistics().rulesHash();
      Files.delete(app.ruleFile());
      app.awaitStderr("ERROR: .*rules.yaml");
      assertThat(app.statistics().rulesValid()).isFalse();
      assertThat(app.statistics().rulesHash()).isEqualTo(hash);
      assertThat(app.call(Groups.METHODS, "query", "abc").isRefused()).isTrue();
      app.rules("weir: 1\n");
      assertThat(app.call(Groups.METHODS, "query", "abc").value()).isEqualTo("103");
    }
  }
}
