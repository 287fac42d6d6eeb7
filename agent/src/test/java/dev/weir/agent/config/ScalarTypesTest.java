package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.core.flow.Rate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScalarTypesTest {

  private static final String NOT_A_RATE =
      "is not a rate; write <number>/<period>, e.g. 500/s, 3000/m, 1000/10s";
  private static final DurationType DURATION = new DurationType(1_000_000, 3_600_000_000_000L);

  @ParameterizedTest
  @CsvSource({
    "500/s, 500, 1000000000",
    "3000/m, 3000, 60000000000",
    "1000/10s, 1000, 10000000000",
    "1/h, 1, 3600000000000",
    "1/d, 1, 86400000000000",
    "5/250ms, 5, 250000000",
    "5/ms, 5, 1000000",
    "5/1000us, 5, 1000000",
    "7/0.5s, 7, 500000000",
    "0/s, 0, 1000000000",
    "0.0/s, 0, 1000000000",
    "0/10s, 0, 10000000000",
    "0.5/s, 1, 2000000000",
    "2.5/s, 5, 2000000000",
    "2.50/s, 5, 2000000000",
    "100.0/s, 100, 1000000000",
    "0.125/m, 1, 480000000000",
    "33.3/s, 333, 10000000000",
    "007/s, 7, 1000000000",
    "2147483647/s, 2147483647, 1000000000",
    "1/30d, 1, 2592000000000000",
    "unlimited, 9223372036854775807, 1000000000",
  })
  void rate(String text, long calls, long periodNanos) {
    assertThat(read(new RateType(), text)).isEqualTo(new Rate(calls, periodNanos));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "500/",
        "/s",
        "5oo/s",
        "-5/s",
        "+5/s",
        "5 /s",
        "5/ s",
        "5/S",
        "5/x",
        "5/s/s",
        "5/10",
        "1e3/s",
        "1_000/s",
        "1,5/s",
        ".5/s",
        "5./s",
        "5.5.5/s",
        "5/-1s",
        "NaN/s",
        "∞/s",
        "Unlimited",
        "50%",
        "1234567890123456789/s",
        "5/0.0000000001s"
      })
  void notARate(String text) {
    assertThat(fault(new RateType(), text)).isEqualTo('"' + text + "\" " + NOT_A_RATE);
  }

  @ParameterizedTest
  @CsvSource({"100, 100/s", "100/sec, 100/s", "0.5/Minutes, 0.5/m", "7/hour, 7/h", "9/day, 9/d"})
  void rateThatIsNearlyOneIsShownRight(String text, String right) {
    assertThat(fault(new RateType(), text))
        .isEqualTo('"' + text + "\" is not a rate; did you mean " + right + "?");
  }

  @Test
  void rateNamesItsBounds() {
    assertThat(fault(new RateType(), "2147483648/s"))
        .isEqualTo(
            "\"2147483648/s\" is too much; at most 2147483647 calls in a period, or unlimited");
    assertThat(fault(new RateType(), "1/31d"))
        .isEqualTo("\"1/31d\" has a period out of range; it must be between 1ms and 30d");
    assertThat(fault(new RateType(), "1/999us")).contains("between 1ms and 30d");
    assertThat(fault(new RateType(), "1/0s")).contains("between 1ms and 30d");
    assertThat(fault(new RateType(), "1/99999999999999999d")).contains("between 1ms and 30d");
    assertThat(fault(new RateType(), "0.00000001/s"))
        .isEqualTo(
            "\"0.00000001/s\" reduced to whole calls has a period out of range; it must be between"
                + " 1ms and 30d");
    assertThat(fault(new RateType(), "0.00000000000000001/30d")).contains("between 1ms and 30d");
    // Too fine a fraction for whole calls in an int.
    assertThat(fault(new RateType(), "1.0000000001/s")).contains("at most 2147483647 calls");
  }

  @ParameterizedTest
  @CsvSource({
    "250ms, 250000000",
    "10s, 10000000000",
    "5m, 300000000000",
    "1h, 3600000000000",
    "1000us, 1000000",
    "1000000ns, 1000000",
    "1.5s, 1500000000",
    "0.25h, 900000000000",
  })
  void duration(String text, long nanos) {
    assertThat(read(DURATION, text)).isEqualTo(nanos);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s", "10 s", "-1s", "10S", "10sec", "1m30s", "0.5ns", "1e3ms"})
  void notADuration(String text) {
    assertThat(fault(DURATION, text))
        .isEqualTo(
            '"'
                + text
                + "\" is not a duration; write a number and a unit (ns, us, ms, s, m, h, d), e.g."
                + " 250ms");
  }

  @Test
  void bareNumberIsNotADuration() {
    assertThat(fault(DURATION, "800")).isEqualTo("\"800\" has no unit; 800ms or 800s?");
    assertThat(fault(DURATION, "1.5")).isEqualTo("\"1.5\" has no unit; 1.5ms or 1.5s?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"999us", "0s", "61m", "999999999999999999d"})
  void durationOutOfRange(String text) {
    assertThat(fault(DURATION, text))
        .isEqualTo('"' + text + "\" is out of range; it must be between 1ms and 1h");
  }

  @ParameterizedTest
  @CsvSource({"70%, 0.7", "0.7, 0.7", "0, 0", "1, 1", "100%, 1", "0%, 0", "99.9%, 0.999"})
  void ratio(String text, double ratio) {
    assertThat(read(new RatioType(), text)).isCloseTo(ratio, within(1e-12));
  }

  @Test
  void notARatio() {
    for (String text : List.of("70 %", "-1", "%", "0,7", "half", "7e-1")) {
      assertThat(fault(new RatioType(), text))
          .isEqualTo('"' + text + "\" is not a ratio; write a percentage, or a number from 0 to 1");
    }
    for (String text : List.of("70", "1.01", "101%")) {
      assertThat(fault(new RatioType(), text))
          .isEqualTo(
              '"'
                  + text
                  + "\" is out of range; a ratio is from 0 to 1, or 0 to 100 percent"
                  + (text.endsWith("%") ? "" : "; did you mean " + text + "%?"));
    }
  }

  @Test
  void onlyTrueAndFalseAreBooleans() {
    assertThat(read(new BooleanType(), "true")).isTrue();
    assertThat(read(new BooleanType(), "false")).isFalse();
    for (String text : List.of("yes", "no", "on", "off", "y", "n", "True", "TRUE", "1", "0")) {
      assertThat(fault(new BooleanType(), text))
          .isEqualTo('"' + text + "\" is not a boolean; write true or false");
    }
  }

  @Test
  void wholeNumbersAreDecimal() {
    IntegerType status = new IntegerType(200, 599);
    assertThat(read(status, "429")).isEqualTo(429);
    assertThat(read(status, "0429")).isEqualTo(429);
    for (String text : List.of("0x1ad", "429.0", "4_29", "+429", "-429", "four")) {
      assertThat(fault(status, text))
          .isEqualTo('"' + text + "\" is not a whole number; write 200 to 599");
    }
    for (String text : List.of("199", "600", "99999999999")) {
      assertThat(fault(status, text))
          .isEqualTo('"' + text + "\" is out of range; write 200 to 599");
    }
  }

  @Test
  void namesAreReadAsWritten() {
    for (String text :
        List.of("off", "no", "0042", "1e3", "null", "~x", "2026-11-30", "épicerie")) {
      assertThat(Read.valid("weir: 1\napp: " + text).app()).isEqualTo(text);
    }
  }

  @Test
  void onlyUnquotedEmptyMeansAnEmptyValue() {
    String file =
        "weir: 1\nresources: [{match: method:a.B#c, flow: {limit: 1/s}, on-block: {return: %s}}]";
    for (String literal : List.of("\"empty\"", "\"\"", "0042", "null", "true")) {
      assertThat(
              Read.valid(file.replace("%s", literal)).entries().get(0).onBlock().common().returns())
          .satisfies(
              returned -> {
                assertThat(returned.empty()).isFalse();
                assertThat(returned.text()).isEqualTo(literal.replace("\"", ""));
              });
    }
  }

  private static <T> @Nullable T read(Type<T> type, String text) {
    Reading reading = new Reading("rules.yaml", name -> null);
    T value = type.read(new Node.Scalar(text, true, false, 1, 1), "", reading);
    assertThat(reading.errors()).isEmpty();
    return value;
  }

  private static String fault(Type<?> type, String text) {
    Reading reading = new Reading("rules.yaml", name -> null);
    assertThat((Object) type.read(new Node.Scalar(text, true, false, 1, 1), "", reading)).isNull();
    assertThat(reading.errors()).hasSize(1);
    return reading.errors().get(0).message();
  }
}
