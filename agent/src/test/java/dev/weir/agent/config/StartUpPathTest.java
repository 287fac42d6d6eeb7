package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All of this package runs while a JVM starts: what costs CPU there must not come in unseen. */
class StartUpPathTest {

  private static final List<String> COSTLY =
      List.of(
          "java/lang/invoke/LambdaMetafactory",
          "java/lang/invoke/StringConcatFactory",
          "java/util/regex/",
          "java/util/stream/",
          "java/util/Formatter",
          "java/util/logging/");

  /** Those who may know SnakeYAML. */
  private static final List<String> COMPOSING = List.of("NodeComposer", "SyntaxFault");

  static List<Path> classes() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target/classes/dev/weir/agent/config"))) {
      return files.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("classes")
  void nothingCostlyIsNamed(Path file) throws IOException {
    assertThat(constants(file)).doesNotContain(COSTLY);
  }

  @ParameterizedTest
  @MethodSource("classes")
  void noTypeOfTheYamlLibraryLeavesTheComposer(Path file) throws IOException {
    String name = file.getFileName().toString();
    if (COMPOSING.stream().noneMatch(name::startsWith)) {
      assertThat(constants(file)).doesNotContain("org/yaml/snakeyaml");
    }
  }

  /** The class file as text, which holds its constants. */
  private static String constants(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
  }
}
