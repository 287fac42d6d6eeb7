package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.Mode;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.RuleSet;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What of YAML works, and its bounds; what does not is in the folder of broken files. */
class YamlTest {

  private static final String ENTRY = "weir: 1\nresources:\n  - match: web:GET /\n    flow: ";

  @Test
  void emptyFileIsAnError() {
    String nothing = "rules.yaml:1:1: the file holds no rules; begin it with: weir: 1";
    assertThat(Read.errors("")).containsExactly(nothing);
    assertThat(Read.errors("\n\n")).containsExactly(nothing);
    assertThat(Read.errors("---\n"))
        .containsExactly(
            "rules.yaml:2:1: nothing where a mapping that begins with weir: 1 is expected");
  }

  @Test
  void byteOrderMarkIsNoPartOfTheFile() {
    assertThat(Read.errors("\uFEFFweir: 1\n")).isEmpty();
    assertThat(Read.errors("\uFEFFwier: 1\n").get(0)).startsWith("rules.yaml:1:1: ");
  }

  @Test
  void otherEncodingsAreNamed() {
    for (byte[] content :
        List.of(
            "weir: 1\n".getBytes(StandardCharsets.UTF_16),
            "app: é\nweir: 1\n".getBytes(StandardCharsets.ISO_8859_1))) {
      assertThat(Read.shown(Read.file(content).errors()))
          .hasSize(1)
          .allMatch(error -> error.endsWith(": not UTF-8; save the file as UTF-8"));
    }
    assertThat(Read.shown(Read.file(new byte[] {'a', ':', (byte) 0xe2, (byte) 0x82}).errors()))
        .containsExactly("rules.yaml:1:3: not UTF-8; save the file as UTF-8");
  }

  @Test
  void anyEndOfLineCountsOnce() {
    String expected =
        "rules.yaml:3:6: app: \" \" is not a name; it is blank, or begins or ends with a blank";
    for (String end : List.of("\n", "\r\n", "\r")) {
      assertThat(Read.errors("weir: 1" + end + end + "app: ' '" + end)).containsExactly(expected);
    }
    assertThat(Read.errors("weir: 1\r\n\r\napp: \u0007\r\n").get(0)).startsWith("rules.yaml:3:6: ");
  }

  @Test
  void columnsCountCharacters() {
    assertThat(Read.errors("weir: 1\n\"\uD83D\uDE00\": 1\napp: {x-\uD83D\uDE00: 1, b: 2}\n"))
        .first()
        .asString()
        .startsWith("rules.yaml:2:1: \uD83D\uDE00: unknown key");
    assertThat(Read.errors(ENTRY + "{x-\uD83D\uDE00: 1, limit: 5}\n").get(0))
        .startsWith("rules.yaml:4:27: ");
  }

  @Test
  void largeFileIsRefusedUnread() {
    byte[] content = new byte[RuleFile.MAX_BYTES + 1];
    assertThat(Read.shown(Read.file(content).errors()))
        .containsExactly(
            "rules.yaml:1:1: the file is larger than 1048576 bytes; no rule file needs that");
  }

  @Test
  void anchorsAliasesAndMergesWork() {
    RuleSet rules =
        Read.valid(
            """
            weir: 1
            x-slow: &slow {limit: 1/m, name: slow}
            x-fast: &fast {limit: 9/s, mode: observe}
            resources:
              - match: &reads [web:GET /a, web:GET /b]
                flow: *slow
              - match: [web:POST /a, web:POST /b]
                except: *reads
                flow: {<<: [*slow, *fast], name: both}
              - match: web:PUT /a
                flow:
                  name: written
                  <<: *fast
            """);
    assertThat(rules.entries().get(0).rules()).containsExactly(rule("slow", null, 1, 60));
    assertThat(rules.entries().get(1).rules()).containsExactly(rule("both", Mode.OBSERVE, 1, 60));
    assertThat(rules.entries().get(1).except()).isEqualTo(rules.entries().get(0).match());
    assertThat(rules.entries().get(2).rules()).containsExactly(rule("written", Mode.OBSERVE, 9, 1));
  }

  private static FlowRule rule(String name, @Nullable Mode mode, long calls, long s) {
    return new FlowRule(name, mode, new Rate(calls, s * 1_000_000_000));
  }

  @Test
  void keysOfOnesOwnAreIgnoredEverywhere() {
    assertThat(Read.errors(ENTRY + "{limit: 5/s, x-a: !ok y}\n    x-why: {a: [b]}\nx-c:\n"))
        .containsExactly(
            "rules.yaml:4:29: resources[0].flow.x-a: the tag !ok is refused; remove it, or quote the"
                + " value if ! belongs to it");
    assertThat(Read.errors(ENTRY + "{limit: 5/s, x-a: ok}\n    x-why: {a: [b]}\nx-c:\n")).isEmpty();
  }

  @Test
  void billionLaughsAreRefusedWithoutExpanding() {
    StringBuilder file = new StringBuilder("weir: 1\nx-0: &a0 {a: &b0 [1, 2]}\n");
    for (int i = 1; i < 5_000; i++) {
      file.append("x-" + i + ": &a" + i + " {<<: *a" + (i - 1) + ", b: [*a" + (i - 1) + "]}\n");
    }
    assertThat(Read.errors(file.toString())).hasSize(1);
    assertThat(Read.errors(file.toString()).get(0)).contains("; no rule file needs that");
  }

  @Test
  void depthCountsThroughAliases() {
    StringBuilder file = new StringBuilder("weir: 1\nx-0: &a0 [1]\n");
    for (int i = 1; i < 40; i++) {
      file.append("x-" + i + ": &a" + i + " [*a" + (i - 1) + "]\n");
    }
    assertThat(Read.errors(file.toString()))
        .containsExactly(
            "rules.yaml:32:13: nested more than 32 deep by the alias *a29; no rule file needs that");
  }

  @Test
  void mergeKeyInQuotesIsAnUnknownKey() {
    assertThat(Read.errors(ENTRY + "{limit: 5/s, '<<': 1}"))
        .singleElement()
        .asString()
        .startsWith("rules.yaml:4:24: resources[0].flow.<<: unknown key; known here: name, mode");
  }

  @Test
  void manyErrorsAreCountedNotListed() {
    StringBuilder file = new StringBuilder("weir: 1\n");
    for (int i = 0; i < 250; i++) {
      file.append("quux" + i + ": 1\n");
    }
    List<String> errors = Read.errors(file.toString());
    assertThat(errors).hasSize(Reading.MAX_SHOWN + 1);
    assertThat(errors.get(Reading.MAX_SHOWN)).isEqualTo("rules.yaml:102:1: and 150 more errors");
  }

  @Test
  void valuesCannotWriteLinesOfTheirOwnIntoALog() {
    String twoLines = "|\n  a\n  rules.yaml:1:1: forged\n";
    for (String text :
        List.of(
            "weir: 1\nmode: " + twoLines,
            "weir: 1\napp: " + twoLines,
            "weir: 1\n\"a\\nb\": 1\n",
            "weir: 1\nexempt: [{match: \"web:GET\\n/\"}]\n",
            "weir: 1\nmode: \"${env:LIMIT}\\u2028x\"\n")) {
      assertThat(Read.errors(text))
          .isNotEmpty()
          .noneMatch(error -> error.matches("(?s).*[\n\u2028].*"));
    }
  }

  @Test
  void faultThatTheLibraryTakesForItsOwnHasAPlace() {
    String list = "instrument:\n  methods:\n    - a.B#c\n    - \"@o.S#xempt:\n  - match: a\n";
    assertThat(Read.errors("weir: 1\n" + list + "on-block: {body: drue\ny: \"no\"}\n"))
        .containsExactly("rules.yaml:8:5: not YAML, here or just before");
  }
}
