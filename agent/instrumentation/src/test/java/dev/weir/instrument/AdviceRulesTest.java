package dev.weir.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every advice class of this module must keep to, since its code is copied into classes of
 * applications: into any loader, any class-file version, and past the verifier.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdviceRulesTest {

  private final List<AdviceClass> advice = adviceClasses();

  @Test
  void adviceIsFound() {
    assertThat(advice)
        .extracting(AdviceClass::name)
        .contains(
            "dev.weir.instrument.servlet.JakartaRequestAdvice",
            "dev.weir.instrument.servlet.JavaxRequestAdvice");
  }

  @ParameterizedTest
  @MethodSource("advice")
  void failuresAreSuppressed(AdviceClass advice) {
    assertThat(advice.unsuppressed())
        .as("give it suppress = Throwable.class: a failure of Weir's must not be the application's")
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("advice")
  void aFailedEnterRunsTheBody(AdviceClass advice) {
    assertThat(advice.failingClosed())
        .as(
            "skip with skipOn = Advice.OnNonDefaultValue.class: a suppressed failure leaves the"
                + " default value, which must mean \"run the body\"")
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("advice")
  void argumentsAreSaved(AdviceClass advice) {
    assertThat(advice.unsaved())
        .as(
            "leave backupArguments as it is: a body may put something else where an argument was,"
                + " as proxies of the JDK do, and the verifier then refuses the whole class")
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("advice")
  void nothingIsLinkedDynamically(AdviceClass advice) {
    assertThat(advice.dynamic())
        .as(
            "no lambda, method reference, switch on patterns or string concatenation by"
                + " invokedynamic: the advised class may be older than they are")
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("advice")
  void onlyWhatTheAdvisedClassCanSeeIsNamed(AdviceClass advice) {
    assertThat(advice.invisible())
        .as(
            "name only the JDK, dev.weir.bridge and the library: the advised class sees neither"
                + " this module (its own helpers, fields and nested classes included) nor Byte"
                + " Buddy")
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("advice")
  void localsHoldNoTypeOfWeir(AdviceClass advice) {
    assertThat(advice.weirLocals())
        .as("declare it as Object: what stands in a frame can make the verifier load the type")
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("advice")
  void theBridgeIsCalledByItsStaticMethods(AdviceClass advice) {
    assertThat(advice.bridgeBypassed())
        .as("call a static method of Bridge: only that lets no failure out")
        .isEmpty();
  }

  private Stream<AdviceClass> advice() {
    return advice.stream();
  }

  private static List<AdviceClass> adviceClasses() {
    try {
      Path classes =
          Path.of(
              LibraryInstrumentation.class
                  .getProtectionDomain()
                  .getCodeSource()
                  .getLocation()
                  .toURI());
      try (Stream<Path> files = Files.walk(classes)) {
        return files
            .filter(file -> file.toString().endsWith(".class"))
            .map(AdviceClass::read)
            .filter(AdviceClass::isAdvice)
            .toList();
      }
    } catch (IOException | URISyntaxException failure) {
      throw new IllegalStateException(failure);
    }
  }
}
