package dev.weir.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.Mode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsTest {

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Log log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8));

  @Test
  void theArgumentComesBeforeThePropertyAndThatBeforeTheEnvironment() {
    Map<String, String> environment = Map.of("WEIR_RULES", "env.yaml");
    assertThat(rules("", Map.of(), environment)).isEqualTo("env.yaml");
    assertThat(rules(null, Map.of("weir.rules", "property.yaml"), environment))
        .isEqualTo("property.yaml");
    assertThat(rules("argument.yaml", Map.of("weir.rules", "property.yaml"), environment))
        .isEqualTo("argument.yaml");
  }

  @ParameterizedTest
  @CsvSource({
    "/etc/app/rules.yaml, /etc/app/rules.yaml",
    "rules=/etc/app/rules.yaml;strict=true, /etc/app/rules.yaml",
    "strict=true;rules=a b.yaml, a b.yaml",
    "' rules = x.yaml ; ', x.yaml",
  })
  void theArgumentIsAPathOrPairs(String argument, String path) {
    assertThat(rules(argument, Map.of(), Map.of())).isEqualTo(path);
    assertThat(said()).isEmpty();
  }

  @Test
  void aPathThatHoldsAnEqualsSignIsSaidToBeAnUnknownKey() {
    assertThat(rules("rule=x.yaml", Map.of(), Map.of())).isNull();
    assertThat(said()).contains("unknown key \"rule\"").contains("rules, mode, strict");
  }

  @ParameterizedTest
  @CsvSource({"off, OFF", "observe, OBSERVE", "enforce, ENFORCE", "OFF, OFF"})
  void theModeIsACap(String text, Mode mode) {
    assertThat(settings(null, Map.of(), Map.of("WEIR_MODE", text)).modeCap()).isEqualTo(mode);
  }

  @Test
  void aModeThatIsNoneRefusesNothing() {
    assertThat(settings(null, Map.of("weir.mode", "on"), Map.of()).modeCap())
        .isEqualTo(Mode.OBSERVE);
    assertThat(said()).contains("system property weir.mode").contains("enforce, observe or off");
  }

  @Test
  void nothingSetEnforcesAndIsNotStrict() {
    Settings settings = settings(null, Map.of(), Map.of());
    assertThat(settings.modeCap()).isEqualTo(Mode.ENFORCE);
    assertThat(settings.strict()).isFalse();
    assertThat(settings.rules()).isNull();
  }

  @Test
  void whatIsSetToNothingIsNotSet() {
    Map<String, String> blank = Map.of("WEIR_MODE", "", "WEIR_RULES", " ", "WEIR_STRICT", "");
    Settings settings = settings("rules=", Map.of("weir.mode", ""), blank);
    assertThat(settings.modeCap()).isEqualTo(Mode.ENFORCE);
    assertThat(settings.strict()).isFalse();
    assertThat(settings.rules()).isNull();
    assertThat(said()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false", "yes, true"})
  void strictIsStrictUnlessFalse(String text, boolean strict) {
    assertThat(settings("strict=" + text, Map.of(), Map.of()).strict()).isEqualTo(strict);
  }

  private @Nullable String rules(
      @Nullable String argument, Map<String, String> properties, Map<String, String> environment) {
    Settings.Setting setting = settings(argument, properties, environment).rules();
    return setting == null ? null : setting.value();
  }

  private Settings settings(
      @Nullable String argument, Map<String, String> properties, Map<String, String> environment) {
    Properties all = new Properties();
    all.putAll(properties);
    return Settings.of(argument, all, environment, log);
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }
}
