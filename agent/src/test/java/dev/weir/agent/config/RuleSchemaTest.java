package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.regex.JoniRegularExpressionFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The JSON Schema of rule files, used as an editor uses it. */
class RuleSchemaTest {

  private static final Path FILE = Path.of("../docs/rules.schema.json");

  /** Broken files that an editor's YAML parser underlines, whatever the schema. */
  private static final Set<String> NOT_YAML =
      Set.of(
          "alias-in-its-own-anchor",
          "billion-laughs",
          "brace-in-list",
          "brace-in-mapping",
          "brace-not-closed",
          "bracket-not-closed",
          "colon-in-value",
          "control-character",
          "cut-in-the-middle",
          "duplicate-key",
          "merge-of-a-list",
          "quote-not-closed",
          "several-documents",
          "tab",
          "tag",
          "text-after-quote",
          "unknown-anchor",
          "unknown-escape",
          "unquoted-at",
          "unquoted-star",
          "wrong-indentation");

  /**
   * Broken files that only {@code check} refuses: who adds one asks first whether the schema could
   * say it.
   */
  private static final Set<String> ONLY_CHECK =
      Set.of(
          "environment-default-is-wrong",
          "environment-not-closed",
          "environment-not-set",
          "environment-without-a-name",
          "flow-burst-never-fills",
          "key-of-other-calls",
          "max-open-for-less-than-open-for",
          "nested-too-deep",
          "not-utf-8",
          "overrides-of-which-rule",
          "priority-of-other-calls",
          "priority-of-spaced-calls",
          "rate-out-of-range",
          "return-on-web",
          "same-concurrency-name-twice",
          "same-match-twice",
          "same-name-twice",
          "same-rule-name-twice",
          "status-is-not-a-number",
          "caller-is-not-said",
          "same-conditions-twice",
          "status-on-method",
          "throw-and-status-on-http");

  private static final JsonSchemaFactory FACTORY = JsonSchemaFactory.getInstance(VersionFlag.V7);
  private static final SchemaValidatorsConfig AS_JAVASCRIPT =
      SchemaValidatorsConfig.builder()
          .regularExpressionFactory(JoniRegularExpressionFactory.getInstance())
          .build();
  private static final JsonSchema SCHEMA = FACTORY.getSchema(RuleSchema.json(), AS_JAVASCRIPT);

  @Test
  void schemaOfTheDocumentationIsThatOfTheCode() throws IOException {
    assertThat(Files.readString(FILE))
        .as(
            "%s differs from what the code says; build the agent and renew it in the root with%n"
                + "mvn -B -pl agent -am package -DskipTests &&"
                + " java -jar agent/target/weir-agent.jar schema > docs/rules.schema.json",
            FILE)
        .isEqualTo(RuleSchema.json());
  }

  @Test
  void schemaIsOneItself() {
    JsonSchema meta =
        FACTORY.getSchema(
            SchemaLocation.of("http://json-schema.org/draft-07/schema#"), AS_JAVASCRIPT);
    assertThat(meta.validate(EditorYaml.read(RuleSchema.json()))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("dev.weir.agent.config.DocumentedRulesTest#samples")
  void sampleOfTheDocumentationIsValid(String sample) {
    assertThat(faults(DocumentedRulesTest.whole(sample))).isEmpty();
  }

  @Test
  void exampleRulesAreValid() throws IOException {
    assertThat(faults(Files.readString(Path.of("../examples/rules.yaml")))).isEmpty();
  }

  @Test
  void brokenFilesAreRefusedButForThoseListed() throws IOException {
    List<String> notYaml = new ArrayList<>();
    List<String> accepted = new ArrayList<>();
    for (Path path : BrokenRuleFilesTest.files()) {
      String name = path.getFileName().toString().replace(".yaml", "");
      byte[] bytes = Files.readAllBytes(path);
      JsonNode content = content(new String(bytes, StandardCharsets.ISO_8859_1));
      if (content == null) {
        notYaml.add(name);
      } else if (SCHEMA.validate(content).isEmpty()) {
        accepted.add(name);
      }
    }
    assertThat(notYaml).containsExactlyInAnyOrderElementsOf(NOT_YAML);
    assertThat(accepted).containsExactlyInAnyOrderElementsOf(ONLY_CHECK);
  }

  /**
   * Each form in which an editor may have a value that the agent takes, and those that it does not.
   * In braces stands a whole entry, else keys of a breaker.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | error-ratio: 0.5",
        "true  | error-ratio: 50%",
        "true  | error-ratio: '0.5'",
        "true  | error-ratio: 1",
        "true  | error-ratio: \"${env:RATIO:50%}\"",
        "false | error-ratio: 50",
        "false | error-ratio: 0",
        "false | error-ratio: 0%",
        "false | error-ratio: 101%",
        "false | error-ratio: half",
        "true  | error-count: 0042",
        "true  | error-count: '42'",
        "false | error-count: 4.2",
        "false | error-count: 0",
        "false | error-count: many",
        "true  | {error-count: 5, open-for: 1.5h}",
        "true  | {error-count: 5, open-for: '${env:OPEN:10}s'}",
        "false | {error-count: 5, open-for: 10}",
        "false | {error-count: 5, open-for: 10sec}",
        "true  | {error-ratio: 1%, confidence: none}",
        "true  | {error-ratio: 1%, confidence: 0.99}",
        "false | {error-ratio: 1%, confidence: 95}",
        "true  | {error-count: 5, errors: {status: 429, sql-states: 23505}}",
        "true  | {error-count: 5, errors: {status: [429, 500 - 599], sql-states: [08, 40001]}}",
        "true  | {error-count: 5, errors: {status: []}}",
        "false | {error-count: 5, errors: {status: 42}}",
        "false | {error-count: 5, errors: {types: []}}",
        "true  | {slow-call: 1s, slow-ratio: 1%}",
        "false | {slow-call: 1s}",
        "false | {slow-call: 1s, error-ratio: 50%}",
        "false | {slow-ratio: 50%}",
        "false | {open-for: 1s}",
        "true  | {force: open}",
        "true  | {error-count: 5, name: 2026, mode: off}",
        "false | {error-count: 5, name: ' x'}",
        "true  | [{error-count: 5}, {error-ratio: 1%}]",
        "false | []",
        "false | 5",
        "true  | {error-count: 5, per: [ip, 'query:a b'], x-note: [1]}",
        "false | {error-count: 5, per: [ip, query]}",
      })
  void valueIsWhatCheckTakesItFor(boolean valid, String breaker) {
    String file =
        "weir: 1\nresources:\n  - match: web:GET /\n    breaker: "
            + ("{[5".indexOf(breaker.charAt(0)) >= 0 ? breaker : "{" + breaker + "}");
    assertThat(Read.errors(file).isEmpty()).as("check: %s", Read.errors(file)).isEqualTo(valid);
    assertThat(faults(file).isEmpty()).as("schema: %s", faults(file)).isEqualTo(valid);
  }

  /** An editor that underlines what is right is switched off. */
  @Test
  void validFilesAreNotRefused() {
    int valid = 0;
    for (int seed = 0; seed < 2_000; seed++) {
      String file = new String(RuleFileFuzzTest.mutated(new Random(seed)), StandardCharsets.UTF_8);
      JsonNode content = Read.file(file).valid() ? content(file) : null;
      if (content != null && !content.toString().contains(":null")) {
        assertThat(SCHEMA.validate(content)).as("seed %d:%n%s", seed, file).isEmpty();
        valid++;
      }
    }
    assertThat(valid).isGreaterThan(100);
  }

  /** Null where it is not YAML to an editor. */
  private static @Nullable JsonNode content(String file) {
    try {
      return EditorYaml.read(file);
    } catch (RuntimeException e) {
      return null;
    }
  }

  private static List<String> faults(String file) {
    return SCHEMA.validate(EditorYaml.read(file)).stream()
        .map(ValidationMessage::toString)
        .toList();
  }
}
