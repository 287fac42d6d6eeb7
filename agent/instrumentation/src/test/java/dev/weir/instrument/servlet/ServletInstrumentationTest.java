package dev.weir.instrument.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.instrument.LibraryInstrumentation;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class ServletInstrumentationTest {

  private final LibraryInstrumentation jakarta = ServletInstrumentation.jakarta();
  private final LibraryInstrumentation javax = ServletInstrumentation.javax();

  @Test
  void aServletIsLookedAtByItsOwnGenerationOnly() throws IOException {
    assertThat(mayMatch(jakarta, HttpServlet.class)).isTrue();
    assertThat(mayMatch(javax, HttpServlet.class)).isFalse();
    assertThat(mayMatch(jakarta, javax.servlet.http.HttpServlet.class)).isFalse();
    assertThat(mayMatch(javax, javax.servlet.http.HttpServlet.class)).isTrue();
  }

  @Test
  void otherClassesAreNotLookedAt() throws IOException {
    assertThat(mayMatch(jakarta, ServletInstrumentationTest.class)).isFalse();
    assertThat(mayMatch(javax, jakarta.servlet.http.Cookie.class)).isFalse();
  }

  @Test
  void onlyClassesOfApplicationLoadersAreLookedAt() throws IOException {
    byte[] servlet = classFile(HttpServlet.class);

    assertThat(jakarta.mayMatch("Servlet", null, servlet)).isFalse();
    assertThat(jakarta.mayMatch("Servlet", ClassLoader.getPlatformClassLoader(), servlet))
        .isFalse();
  }

  @Test
  void aLoadedServletIsFoundByItsHierarchy() {
    assertThat(jakarta.mayMatchLoaded(HttpServlet.class)).isTrue();
    assertThat(javax.mayMatchLoaded(HttpServlet.class)).isFalse();
    assertThat(javax.mayMatchLoaded(javax.servlet.http.HttpFilter.class)).isTrue();
    assertThat(jakarta.mayMatchLoaded(String.class)).isFalse();
  }

  @Test
  void theAdviceOfBothGenerationsIsInTheModule() {
    assertThat(jakarta.weavings()).allSatisfy(weaving -> assertResource(weaving.enterAdvice()));
    assertThat(javax.weavings()).allSatisfy(weaving -> assertResource(weaving.enterAdvice()));
  }

  private static boolean mayMatch(LibraryInstrumentation instrumentation, Class<?> type)
      throws IOException {
    return instrumentation.mayMatch(
        type.getName().replace('.', '/'), type.getClassLoader(), classFile(type));
  }

  private static byte[] classFile(Class<?> type) throws IOException {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      assertThat(in).isNotNull();
      return in.readAllBytes();
    }
  }

  private static void assertResource(String className) {
    assertThat(
            ServletInstrumentation.class.getResource('/' + className.replace('.', '/') + ".class"))
        .as(className)
        .isNotNull();
  }
}
