package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that are wrong, one kind of fault each, with all their errors in comments at the top:
 * {@code # expect: line:column: path: message}. The folder is for other tests, too.
 */
class BrokenRuleFilesTest {

  private static final Path FOLDER = Path.of("src/test/resources/broken-rules");

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void allErrorsAreTold(Path path) throws IOException {
    byte[] content = Files.readAllBytes(path);
    RuleFile file = RuleFile.parse("rules.yaml", content, name -> null);
    assertThat(file.valid()).isFalse();
    assertThat(Read.shown(file.errors())).isEqualTo(expected(content));
  }

  private static List<String> expected(byte[] content) {
    List<String> expected = new ArrayList<>();
    // Not every file is UTF-8.
    for (String line : new String(content, StandardCharsets.ISO_8859_1).split("\n", -1)) {
      if (line.startsWith("# expect: ")) {
        expected.add("rules.yaml:" + line.substring("# expect: ".length()));
      }
    }
    return expected;
  }
}
