package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

  private static final List<String> KNOWN =
      List.of("limit", "mode", "name", "on-block", "resources", "max-wait", "max-waiting");

  @ParameterizedTest
  @CsvSource({
    "limt, limit",
    "lmiit, limit",
    "limits, limit",
    "moed, mode",
    "onblock, on-block",
    "on_block, on-block",
    "resource, resources",
    "maxWait, max-wait",
    "max-waitin, max-waiting",
  })
  void namesWhatWasMeant(String written, String meant) {
    assertThat(Nearest.to(written, KNOWN)).isEqualTo(meant);
  }

  @Test
  void namesNothingForWhatIsFarFromAll() {
    assertThat(Nearest.to("quux", KNOWN)).isNull();
    assertThat(Nearest.to("", KNOWN)).isNull();
    assertThat(Nearest.to("x".repeat(100_000), KNOWN)).isNull();
  }

  @Test
  void swappedNeighboursAreOneEdit() {
    assertThat(Nearest.distance("ab", "ba")).isEqualTo(1);
    assertThat(Nearest.distance("abc", "abc")).isZero();
    assertThat(Nearest.distance("", "abc")).isEqualTo(3);
    assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
  }
}
