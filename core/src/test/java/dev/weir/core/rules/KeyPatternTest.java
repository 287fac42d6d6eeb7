package dev.weir.core.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyPatternTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '#',
      value = {
        "acme, 10.0.0.7 ; acme | 10.0.0.7",
        "acme,10.0.0.7 ; acme | 10.0.0.7",
        "acme , * ; acme | (any)",
        "*, * ; (any) | (any)",
        "a\\, b, c ; a, b | c",
        "\\*, x ; * | x",
        "a*, x ; a* | x",
        "a\\\\, x ; a\\ | x",
        "\\ a\\ , x ; # a  | x#",
        "acme ; acme",
        "acme, ; acme | (empty)",
        ", , ; (empty) | (empty) | (empty)",
        "a  b,\tc ; a  b | c",
      })
  void valuesStandBetweenCommas(String text, String expected) {
    KeyPattern pattern = KeyPattern.parse(text);
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < pattern.size(); i++) {
      String value = pattern.value(i);
      parts.add(pattern.isAny(i) ? "(any)" : value.isEmpty() ? "(empty)" : value);
    }
    assertThat(String.join(" | ", parts)).isEqualTo(expected);
  }

  @Test
  void backslashAtTheEndTakesNothing() {
    assertThatThrownBy(() -> KeyPattern.parse("acme, x\\"))
        .hasMessage(
            "ends with a backslash, which takes the character after it as it is; write \\\\ for one");
  }

  @Test
  void oneFormForAllThatMeanTheSame() {
    assertThat(KeyPattern.parse(" acme,*")).hasToString("acme, *");
    assertThat(KeyPattern.parse("\\acme, \\*")).hasToString("acme, \\*");
    assertThat(KeyPattern.parse("a\\,b,c").with(1, "x,")).hasToString("a\\,b, x\\,");
  }

  @Test
  void anyValuesAreReadAgainFromTheirText() {
    String letters = "ab,*\\ \t.";
    for (int seed = 0; seed < 10_000; seed++) {
      Random random = new Random(seed);
      int size = 1 + random.nextInt(4);
      KeyPattern pattern = KeyPattern.parse("x" + ", y".repeat(size - 1));
      for (int i = 0; i < size; i++) {
        StringBuilder value = new StringBuilder();
        for (int j = random.nextInt(5); j >= 0; j--) {
          value.append(letters.charAt(random.nextInt(letters.length())));
        }
        pattern = pattern.with(i, value.toString());
      }
      KeyPattern again = KeyPattern.parse(pattern.toString());
      assertThat(again.size()).as("seed %d: %s", seed, pattern).isEqualTo(size);
      for (int i = 0; i < size; i++) {
        assertThat(again.value(i)).as("seed %d: %s", seed, pattern).isEqualTo(pattern.value(i));
        assertThat(again.isAny(i)).as("seed %d: %s", seed, pattern).isFalse();
      }
    }
  }
}
