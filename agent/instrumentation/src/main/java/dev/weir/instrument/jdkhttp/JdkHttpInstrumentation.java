package dev.weir.instrument.jdkhttp;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import dev.weir.instrument.LibraryInstrumentation;
import dev.weir.instrument.Weaving;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Guards {@code HttpClient.send} and {@code sendAsync}.
 *
 * <p>Woven is the facade that {@code HttpClient.newHttpClient()} hands out, and nothing below it:
 * the client behind it sends by its own {@code sendAsync}, and follows redirects, authenticates and
 * retries by itself, all of which is one call.
 */
public final class JdkHttpInstrumentation implements LibraryInstrumentation {

  private static final String FACADE = "jdk/internal/net/http/HttpClientFacade";
  private static final String FACADE_NAME = "jdk.internal.net.http.HttpClientFacade";
  private static final String ADVICE = "dev.weir.instrument.jdkhttp.";

  @Override
  public String name() {
    return "jdk-http-client";
  }

  @Override
  public String key() {
    return "http";
  }

  @Override
  public boolean mayMatch(String className, @Nullable ClassLoader loader, byte[] classFile) {
    return className.equals(FACADE);
  }

  @Override
  public boolean mayMatchLoaded(Class<?> type) {
    // The module is on the platform loader; without a loader are nearly all classes at start.
    return type.getClassLoader() != null && type.getName().equals(FACADE_NAME);
  }

  @Override
  public List<Weaving> weavings() {
    return List.of(
        new Weaving(named(FACADE_NAME), sending("send"), ADVICE + "HttpClientSendAdvice"),
        new Weaving(
            named(FACADE_NAME), sending("sendAsync"), ADVICE + "HttpClientSendAsyncAdvice"));
  }

  private static ElementMatcher<MethodDescription> sending(String method) {
    return named(method)
        .and(takesArgument(0, named("java.net.http.HttpRequest")))
        .and(takesArgument(1, named("java.net.http.HttpResponse$BodyHandler")));
  }
}
