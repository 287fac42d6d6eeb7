package dev.weir.examples;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesFileTest {

  @TempDir Path folder;

  private RulesFile rules;

  @BeforeEach
  void copyTheExample() throws IOException {
    rules = RulesFile.copyOf(Path.of("rules.yaml"), folder.resolve("rules.yaml"));
  }

  @Test
  void limitsOfAllEntriesAreFoundInTheOrderOfTheFile() throws IOException {
    assertThat(rules.limits())
        .containsExactly(
            entry("order-read", "100/s"),
            entry("checkout", "20/s"),
            entry("prices", "50/s"),
            entry("sales", "5/s"),
            entry("recommend", "30/s"),
            entry("shipping", "40/s"),
            entry("other", "200/s"));
  }

  @Test
  void editChangesTheLimitOfOneEntryAndNothingElse() throws IOException {
    String before = Files.readString(rules.path());

    rules.setLimit("sales", "7/s");

    assertThat(rules.limits()).containsEntry("sales", "7/s").containsEntry("recommend", "30/s");
    assertThat(Files.readString(rules.path()))
        .isEqualTo(before.replace("{limit: 5/s}", "{limit: 7/s}"));
  }

  @Test
  void slipCanBeMended() throws IOException {
    rules.setLimit("order-read", "5o/s");
    rules.setLimit("order-read", "50/s");

    assertThat(rules.limits()).containsEntry("order-read", "50/s");
  }
}
