package dev.weir.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CliTest {

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void validFileIsSummedUp() throws IOException {
    Path file =
        file(
            "shop.yaml",
            """
            weir: 1
            mode: observe
            instrument: {http: false, methods: [com.acme.A#b]}
            resources:
              - match: [web:GET /orders, method:com.acme.A#c]
                flow: [{limit: 5/s}, {limit: 100/m}]
              - match: web:* /**
                on-block: {status: 503}
            """);
    assertThat(run("check", file.toString())).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            file
                + ":8:15: warning: resources[1].on-block: no effect: the entry has no rule that could"
                + " refuse",
            file
                + ": valid; mode observe, 2 entries, 2 rules, instruments web, sql, 2 method patterns,"
                + " hash 0a29b5f9");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void brokenFileIsToldAsTheAgentWould() throws IOException {
    Path file = file("shop.yaml", "weir: 1\nmode: on\nap: shop\n");
    assertThat(run("check", file.toString())).isEqualTo(1);
    assertThat(out.toString().lines())
        .containsExactly(
            file + ":2:7: mode: \"on\" is not a mode; write enforce, observe or off",
            file + ":3:1: ap: unknown key; did you mean app?",
            file + ": 2 errors; these rules would not be used");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void missingFileIsAnotherMatterThanABrokenOne() throws IOException {
    Path missing = folder.resolve("nope.yaml");
    assertThat(run("check", missing.toString())).isEqualTo(2);
    assertThat(out.toString().lines()).containsExactly(missing + ": no such file");
  }

  @Test
  void schemaIsPrintedAsItIsInTheDocumentation() throws IOException {
    assertThat(run("schema")).isZero();
    assertThat(out.toString()).isEqualTo(Files.readString(Path.of("../docs/rules.schema.json")));
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void worstOfSeveralFilesDecides() throws IOException {
    String valid = file("valid.yaml", "weir: 1\n").toString();
    String broken = file("broken.yaml", "wier: 1\n").toString();
    String missing = folder.resolve("nope.yaml").toString();
    assertThat(run("check", valid, valid)).isZero();
    assertThat(run("check", broken, valid)).isEqualTo(1);
    assertThat(run("check", missing, broken, valid)).isEqualTo(2);
  }

  @Test
  void wrongUseIsToldOnTheErrorStream() {
    for (String[] arguments :
        new String[][] {{}, {"check"}, {"chek", "a"}, {"check", "--foo", "a"}, {"--foo"}}) {
      assertThat(run(arguments)).isEqualTo(2);
    }
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .contains("a command is missing", "'FILE'", "Did you mean: weir check", "'--foo'");
  }

  @Test
  void helpAndVersionGoToTheOutputStream() {
    assertThat(run("--help")).isZero();
    assertThat(run("check", "--help")).isZero();
    assertThat(out.toString())
        .contains("Usage: weir [-hV] [COMMAND]", "Usage: weir check", "Exit codes:");
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).endsWith("weir 0.1.0" + System.lineSeparator());
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void versionIsThatOfTheBuild() throws IOException {
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<version>" + dev.weir.agent.Version.TEXT + "</version>");
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private int run(String... arguments) {
    return Cli.run(arguments, new PrintWriter(out), new PrintWriter(err));
  }
}
