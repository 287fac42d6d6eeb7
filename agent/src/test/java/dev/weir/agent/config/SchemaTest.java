package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.rules.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SchemaTest {

  private static final Section ERRORS =
      Schema.RULES.stream()
          .filter(BreakerKeys.class::isInstance)
          .map(rule -> ((BreakerKeys) rule).errorKeys.section)
          .findFirst()
          .orElseThrow();

  private static final Section ADAPTIVE =
      Schema.RULES.stream()
          .filter(ConcurrencyKeys.class::isInstance)
          .map(rule -> ((ConcurrencyKeys) rule).range)
          .findFirst()
          .orElseThrow();

  private static final Section PRIORITY =
      Schema.RULES.stream()
          .filter(FlowKeys.class::isInstance)
          .map(rule -> ((FlowKeys) rule).priorityKeys.section)
          .findFirst()
          .orElseThrow();

  private static final List<Section> SECTIONS = sections();

  private static List<Section> sections() {
    List<Section> sections =
        new ArrayList<>(
            List.of(
                Schema.FILE,
                Schema.INSTRUMENT,
                Schema.EXEMPTION,
                Schema.CLIENT_IP,
                Schema.RESOURCE,
                Schema.ON_BLOCK,
                Schema.ANSWER));
    Schema.RULES.forEach(rule -> sections.add(rule.section));
    sections.add(ERRORS);
    sections.add(ADAPTIVE);
    sections.add(PRIORITY);
    sections.add(Schema.SYSTEM_KEYS.section);
    return sections;
  }

  @Test
  void noKeyStandsTwiceInASection() {
    for (Section section : SECTIONS) {
      assertThat(section.keys()).extracting(Key::name).as(section.name()).doesNotHaveDuplicates();
    }
  }

  @Test
  void keyOfThisVersionIsNotALaterOne() {
    for (Section section : SECTIONS) {
      assertThat(section.keys())
          .extracting(Key::name)
          .as(section.name())
          .noneMatch(key -> LaterKeys.contains(section.name(), key));
    }
  }

  @Test
  void laterKeysBelongToSectionsThatAreThere() {
    Set<String> known = new HashSet<>();
    SECTIONS.forEach(section -> known.addAll(LaterKeys.of(section.name())));
    assertThat(known).containsAll(List.of("scope", "cluster"));
    assertThat(LaterKeys.count())
        .isEqualTo(SECTIONS.stream().mapToInt(each -> LaterKeys.of(each.name()).size()).sum());
  }

  @Test
  void referenceHasEveryKey() throws IOException {
    String reference = Files.readString(Path.of("../docs/rules-reference.md"));
    for (Section section : SECTIONS) {
      for (Key<?> key : section.keys()) {
        assertThat(reference).as(section.name()).contains('`' + key.name() + '`');
      }
      for (String later : LaterKeys.of(section.name())) {
        assertThat(reference).as("not in this version: " + section.name()).contains(later);
      }
    }
  }

  @Test
  void keysOfOtherLibrariesAreTranslatedToKeysThatAreThere() {
    for (int i = 0; i < ForeignKeys.count(); i++) {
      String[] line = ForeignKeys.line(i);
      Section section =
          SECTIONS.stream().filter(each -> each.name().equals(line[0])).findFirst().orElseThrow();
      assertThat(section.keys()).extracting(Key::name).as(line[1]).doesNotContain(line[1]);
      if (line[2].startsWith("errors.")) {
        assertThat(ERRORS.keys()).extracting(Key::name).contains(line[2].substring(7));
      } else if (!line[2].startsWith("!")) {
        String ours = line[2].replaceFirst("\\..*", "");
        if (!LaterKeys.contains(line[0], ours)) {
          assertThat(section.keys()).extracting(Key::name).contains(ours);
        }
      }
    }
  }

  @Test
  void referenceHasTheRangeOfEveryKey() throws IOException {
    for (Section section : SECTIONS) {
      for (Key<?> key : section.keys()) {
        List<String> rows = rows(key.name());
        assertThat(rows).as(key.name()).isNotEmpty();
        assertThat(rows)
            .as("%s of %s", key.name(), section.name())
            .anyMatch(row -> row.contains(key.type().range()));
      }
    }
  }

  @Test
  void referenceHasTheDefaultOfEveryKey() throws IOException {
    for (String rule :
        List.of("breaker: {error-ratio: 1%}", "concurrency: {max: 1}", "flow: {limit: 1/s}")) {
      Rule read =
          Read.valid("weir: 1\nresources: [{match: 'sql:*', " + rule + "}]")
              .entries()
              .get(0)
              .rules()
              .get(0);
      Map<String, String> defaults = read.settings();
      defaults.keySet().removeAll(Set.of("error-ratio", "max", "limit"));
      for (Map.Entry<String, String> each : defaults.entrySet()) {
        assertThat(rows(each.getKey()))
            .as(each.toString())
            .anyMatch(row -> row.contains("| `" + each.getValue() + "` |"));
      }
    }
    assertThat(rows("max-hold")).anyMatch(row -> row.contains("| `10m` |"));
    assertThat(rows("absent")).anyMatch(row -> row.contains("| `shared` |"));
    assertThat(rows("max-keys")).anyMatch(row -> row.contains("| `10000` |"));
    assertThat(rows("status")).anyMatch(row -> row.contains("| `500-599` |"));
  }

  /** Of the reference's tables, those that tell of a key. */
  private static List<String> rows(String key) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("../docs/rules-reference.md"))) {
      return lines.filter(line -> line.startsWith("| ") && line.contains('`' + key + '`')).toList();
    }
  }

  @Test
  void everyKeySaysWhatItMeans() {
    for (Section section : SECTIONS) {
      assertThat(section.keys()).extracting(Key::meaning).noneMatch(String::isBlank);
    }
  }
}
