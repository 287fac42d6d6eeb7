package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation shows is a rule file: users begin by copying it. */
class DocumentedRulesTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern YAML =
      Pattern.compile("^( *)```yaml\\n(.*?)^ *```", Pattern.MULTILINE | Pattern.DOTALL);

  @Test
  void exampleRulesAreValid() {
    RuleFile file = RuleFile.read(ROOT.resolve("examples/rules.yaml"), name -> null);

    assertThat(file.errors()).isEmpty();
    assertThat(file.warnings()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void sampleIsValid(String sample) {
    RuleFile file =
        RuleFile.parse("sample", whole(sample).getBytes(StandardCharsets.UTF_8), name -> null);

    assertThat(file.errors()).isEmpty();
    assertThat(file.warnings()).isEmpty();
  }

  static Stream<String> samples() throws IOException {
    List<String> samples = new ArrayList<>();
    for (String page : List.of("README.md", "docs/rules-reference.md", "docs/operations.md")) {
      Matcher fence = YAML.matcher(Files.readString(ROOT.resolve(page)));
      while (fence.find()) {
        samples.add(fence.group(2).replaceAll("(?m)^" + fence.group(1), ""));
      }
    }
    assertThat(samples).hasSizeGreaterThan(5);
    return samples.stream();
  }

  /**
   * A sample as a file: in a ConfigMap, as one entry, or as some of the keys, it lacks the rest.
   */
  static String whole(String sample) {
    if (sample.startsWith("apiVersion:")) {
      String block = "rules.yaml: |\n";
      String rest = sample.substring(sample.indexOf(block) + block.length());
      return rest.substring(0, rest.indexOf("---")).indent(-4);
    }
    if (sample.startsWith("- match:")) {
      return "weir: 1\nresources:\n" + sample;
    }
    return sample.contains("weir: 1") ? sample : "weir: 1\n" + sample;
  }
}
