package dev.weir.instrument.servlet;

import static net.bytebuddy.matcher.ElementMatchers.hasSuperType;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.weir.instrument.ApplicationLoaders;
import dev.weir.instrument.ClassFiles;
import dev.weir.instrument.LibraryInstrumentation;
import dev.weir.instrument.LoadedTypes;
import dev.weir.instrument.Weaving;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Inbound requests: every {@code Servlet.service} and every {@code Filter.doFilter}. The outermost
 * of them on a request decides and counts, so that filters, applications without a servlet and
 * static files are held as well.
 *
 * <p>Not the container's valves or handlers: they differ in each container, and see a path before
 * it is decoded and mapped.
 */
public final class ServletInstrumentation implements LibraryInstrumentation {

  private static final byte[][] METHODS = ClassFiles.ascii("service", "doFilter");

  private final String api;
  private final String advice;
  private final byte[] parameters;

  private ServletInstrumentation(String api, String advice) {
    this.api = api;
    this.advice = advice;
    String path = api.replace('.', '/');
    this.parameters =
        ("(L" + path + "/ServletRequest;L" + path + "/ServletResponse;")
            .getBytes(StandardCharsets.US_ASCII);
  }

  /** Servlet 5 and later. */
  public static LibraryInstrumentation jakarta() {
    return new ServletInstrumentation(
        "jakarta.servlet", "dev.weir.instrument.servlet.JakartaRequestAdvice");
  }

  /** Servlet 3 and 4. */
  public static LibraryInstrumentation javax() {
    return new ServletInstrumentation(
        "javax.servlet", "dev.weir.instrument.servlet.JavaxRequestAdvice");
  }

  @Override
  public String name() {
    return api;
  }

  @Override
  public String key() {
    return "web";
  }

  /**
   * A class that declares either method holds its descriptor, and both begin alike; but so does one
   * that calls it.
   */
  @Override
  public boolean mayMatch(String className, @Nullable ClassLoader loader, byte[] classFile) {
    return ApplicationLoaders.include(loader)
        && ClassFiles.contains(classFile, parameters)
        && ClassFiles.declares(classFile, METHODS);
  }

  @Override
  public boolean mayMatchLoaded(Class<?> type) {
    return ApplicationLoaders.include(type.getClassLoader())
        && (LoadedTypes.isA(type, api + ".Servlet") || LoadedTypes.isA(type, api + ".Filter"));
  }

  @Override
  public List<Weaving> weavings() {
    return List.of(
        new Weaving(hasSuperType(named(api + ".Servlet")), handler("service", 2), advice),
        new Weaving(
            hasSuperType(named(api + ".Filter")),
            handler("doFilter", 3).and(takesArgument(2, named(api + ".FilterChain"))),
            advice));
  }

  private ElementMatcher.Junction<MethodDescription> handler(String name, int arguments) {
    return named(name)
        .and(takesArguments(arguments))
        .and(takesArgument(0, named(api + ".ServletRequest")))
        .and(takesArgument(1, named(api + ".ServletResponse")));
  }
}
