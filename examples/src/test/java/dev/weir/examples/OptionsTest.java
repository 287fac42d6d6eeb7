package dev.weir.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OptionsTest {

  @Test
  void laterOptionWins() {
    Options options = Options.parse(new String[] {"--terminal", "--plain", "--port=8081"});

    assertThat(options.terminal()).isFalse();
    assertThat(options.port()).isEqualTo(8081);
    assertThat(options.serve()).isFalse();
  }

  @Test
  void unknownOptionIsNamed() {
    assertThatThrownBy(() -> Options.parse(new String[] {"--sevre"}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--sevre");
  }
}
