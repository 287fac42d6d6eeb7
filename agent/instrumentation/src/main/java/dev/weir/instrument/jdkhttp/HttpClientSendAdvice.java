package dev.weir.instrument.jdkhttp;

import dev.weir.bridge.Bridge;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Around {@code HttpClient.send(request, bodyHandler)}. */
final class HttpClientSendAdvice {

  private HttpClientSendAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static @Nullable Object enter(
      @Advice.Argument(0) @Nullable HttpRequest request,
      @Advice.Argument(1) HttpResponse.@Nullable BodyHandler<?> handler,
      @Advice.Local("token") @Nullable Object token,
      @Advice.Local("start") long start) {
    if (request == null || handler == null) {
      return null; // The client says what it says of it.
    }
    String method;
    URI uri;
    try {
      method = request.method();
      uri = request.uri();
    } catch (Throwable failure) {
      Bridge.failed(failure);
      return null;
    }
    Object chain = Bridge.http(method, uri);
    if (chain == null) {
      return null;
    }
    start = System.nanoTime();
    token = Bridge.enter(chain, start, null);
    return Bridge.answerHttp(token, method, uri, request, handler, false);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void exit(
      @Advice.Enter @Nullable Object answer,
      @Advice.Local("token") @Nullable Object token,
      @Advice.Local("start") long start,
      @Advice.Return(readOnly = false) @Nullable HttpResponse<?> response,
      @Advice.Thrown(readOnly = false) @Nullable Throwable thrown) {
    if (answer != null) {
      thrown = Bridge.thrown(answer);
      response = (HttpResponse<?>) Bridge.value(answer);
      return;
    }
    Bridge.exitHttp(token, start, response, thrown);
  }
}
