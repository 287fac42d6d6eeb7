package dev.weir.core.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BreakerRuleTest {

  @ParameterizedTest
  @CsvSource({
    "0.5, 50%",
    "0.07, 7%",
    "0.29, 29%",
    "0.995, 99.5%",
    "0.999999, 99.9999%",
    "0.0001, 0.01%",
    "0.33333, 33.333%",
    "1, 100%"
  })
  void ratiosAreWordedAsWritten(double ratio, String text) {
    assertThat(BreakerRule.percent(ratio)).isEqualTo(text);
  }

  @Test
  void errorsAreToldWhereTheyAreNotTheDefault() {
    assertThat(
            told(new Errors(List.of(), List.of(), List.of(new StatusRange(500, 599)), List.of())))
        .isEmpty();
    assertThat(told(new Errors(List.of(), List.of("a.E"), List.of(), List.of("08"))))
        .containsOnlyKeys("errors.ignore", "errors.sql-states", "errors.status")
        .containsEntry("errors.status", "[]");
  }

  private static Map<String, String> told(Errors errors) {
    Map<String, String> settings = new TreeMap<>();
    errors.addTo(settings);
    return settings;
  }
}
