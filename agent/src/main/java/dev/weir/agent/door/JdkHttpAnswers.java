package dev.weir.agent.door;

import dev.weir.bridge.Answer;
import dev.weir.bridge.BlockedException;
import dev.weir.bridge.BlockedIOException;
import dev.weir.bridge.Bridge;
import dev.weir.core.Outcome;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import javax.net.ssl.SSLSession;

/**
 * Responses that no server gave, for {@code java.net.http}. Nothing else in the agent names that
 * module, so that a runtime without it works.
 */
final class JdkHttpAnswers {

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;

  private JdkHttpAnswers() {}

  /** What a response says; of any other result, that there was one. */
  static Outcome outcome(Object response) {
    if (!(response instanceof HttpResponse<?> http)) {
      return Outcome.RETURNED;
    }
    int status = http.statusCode();
    return status == TOO_MANY_REQUESTS || status == UNAVAILABLE
        ? Outcome.status(status, RetryAfter.nanos(http.headers().firstValue("Retry-After")))
        : Outcome.status(status);
  }

  /**
   * The response to {@code request}, its body as the caller's handler makes it. A handler that
   * fails on it gives what a refusal gives by default.
   */
  static Answer responding(
      Answer response,
      Object request,
      Object bodyHandler,
      BlockedException blocked,
      boolean async) {
    CompletableFuture<?> future =
        respond((HttpRequest) request, (BodyHandler<?>) bodyHandler, response, blocked);
    if (async) {
      return Answer.returning(future);
    }
    try {
      return Answer.returning(future.get()); // the client waits for the handler as well
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      return Answer.throwing(cause != null ? cause : failed);
    } catch (InterruptedException interrupted) {
      return Answer.throwing(interrupted); // as send does
    }
  }

  private static <T> CompletableFuture<HttpResponse<T>> respond(
      HttpRequest request, BodyHandler<T> handler, Answer response, BlockedException blocked) {
    CompletableFuture<HttpResponse<T>> future = new CompletableFuture<>();
    try {
      int status = Bridge.status(response);
      HttpHeaders headers = headers(Bridge.headers(response));
      BodySubscriber<T> subscriber = handler.apply(new Info(status, headers));
      subscriber
          .getBody()
          .whenComplete(
              (body, failure) -> {
                if (failure == null) {
                  future.complete(new Response<>(request, status, headers, body));
                } else {
                  future.completeExceptionally(failed(blocked, failure));
                }
              });
      deliver(Bridge.body(response), subscriber);
    } catch (Throwable failure) {
      // Whatever the application's handler throws must not let the call through.
      future.completeExceptionally(failed(blocked, failure));
    }
    return future;
  }

  private static Throwable failed(BlockedException blocked, Throwable failure) {
    BlockedIOException refused = new BlockedIOException(blocked);
    refused.addSuppressed(failure);
    return refused;
  }

  private static HttpHeaders headers(String[] namesAndValues) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers
          .computeIfAbsent(namesAndValues[i], name -> new ArrayList<>())
          .add(namesAndValues[i + 1]);
    }
    return HttpHeaders.of(headers, (name, value) -> true);
  }

  private static void deliver(byte[] body, BodySubscriber<?> subscriber) {
    if (body.length == 0) {
      subscriber.onSubscribe(new NothingToAskFor());
      subscriber.onComplete();
    } else {
      BodyPublishers.ofByteArray(body).subscribe(new InLists(subscriber));
    }
  }

  private record Info(int statusCode, HttpHeaders headers) implements HttpResponse.ResponseInfo {
    @Override
    public HttpClient.Version version() {
      return HttpClient.Version.HTTP_1_1;
    }
  }

  private record Response<T>(HttpRequest request, int statusCode, HttpHeaders headers, T body)
      implements HttpResponse<T> {

    @Override
    public Optional<HttpResponse<T>> previousResponse() {
      return Optional.empty();
    }

    @Override
    public Optional<SSLSession> sslSession() {
      return Optional.empty();
    }

    @Override
    public URI uri() {
      return request.uri();
    }

    @Override
    public HttpClient.Version version() {
      return HttpClient.Version.HTTP_1_1;
    }
  }

  /** Publishers of request bodies send buffers, subscribers to response bodies take lists. */
  private record InLists(Flow.Subscriber<? super List<ByteBuffer>> subscriber)
      implements Flow.Subscriber<ByteBuffer> {

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscriber.onSubscribe(subscription);
    }

    @Override
    public void onNext(ByteBuffer buffer) {
      subscriber.onNext(List.of(buffer.asReadOnlyBuffer()));
    }

    @Override
    public void onError(Throwable failure) {
      subscriber.onError(failure);
    }

    @Override
    public void onComplete() {
      subscriber.onComplete();
    }
  }

  private static final class NothingToAskFor implements Flow.Subscription {
    @Override
    public void request(long count) {}

    @Override
    public void cancel() {}
  }
}
