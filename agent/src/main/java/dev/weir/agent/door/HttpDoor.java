package dev.weir.agent.door;

import dev.weir.bridge.Answer;
import dev.weir.bridge.BlockedException;
import dev.weir.bridge.BlockedIOException;
import dev.weir.bridge.Bridge;
import dev.weir.bridge.Refusal;
import dev.weir.core.Engine;
import dev.weir.core.Outcome;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.PathNormalizer;
import java.net.URI;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Outbound requests. Safe for use by many threads. */
public final class HttpDoor {

  private final Engine engine;
  private final Exceptions exceptions;
  private final ServingThreads threads;

  /** Whether there was a request; before the first, the client's module may not even be there. */
  private boolean used;

  HttpDoor(Engine engine, Exceptions exceptions, ServingThreads threads) {
    this.engine = engine;
    this.exceptions = exceptions;
    this.threads = threads;
  }

  /** See {@link dev.weir.bridge.Guard#http}. */
  public @Nullable Object http(String method, URI uri) {
    used = true;
    String host = host(uri);
    if (host == null) {
      return null;
    }
    int port = port(uri);
    String path = path(uri);
    CallJudge judge = engine.http(method, host, port, path);
    return judge == null || !judge.needsAttributes()
        ? judge
        : new HttpCall(judge, threads, engine, method, host, port, path);
  }

  /** See {@link dev.weir.bridge.Guard#answerHttp}. */
  public Answer answerHttp(
      Refusal refusal,
      String method,
      URI uri,
      Object request,
      @Nullable Object bodyHandler,
      boolean async) {
    String resource = name(method, uri);
    BlockedException blocked = Blocked.exception(refusal, resource);
    OnBlock.Action action = Blocked.action(refusal);
    if (action.throwClass() != null) {
      Throwable thrown = thrown(action.throwClass(), blocked, bodyHandler);
      return failed(thrown != null ? thrown : new BlockedIOException(blocked), async);
    }
    if (action.status() != null && bodyHandler != null) {
      Answer response = RefusalResponse.of(refusal, resource);
      return JdkHttpAnswers.responding(response, request, bodyHandler, blocked, async);
    }
    return failed(new BlockedIOException(blocked), async);
  }

  /** What a response says of the server; of any other result, that there was one. */
  Outcome outcome(@Nullable Object response) {
    try {
      return response == null || !used ? Outcome.RETURNED : JdkHttpAnswers.outcome(response);
    } catch (Throwable failure) { // a response of the application's own; its call ends all the same
      Bridge.failed(failure);
      return Outcome.RETURNED;
    }
  }

  static Answer failed(Throwable failure, boolean async) {
    return async
        ? Answer.returning(CompletableFuture.failedFuture(failure))
        : Answer.throwing(failure);
  }

  private String name(String method, URI uri) {
    String host = host(uri);
    return engine.httpName(method, host == null ? "" : host, port(uri), path(uri));
  }

  /** The handler is often a lambda of the application's. */
  private @Nullable Throwable thrown(
      String className, BlockedException blocked, @Nullable Object bodyHandler) {
    return exceptions.create(
        className,
        blocked,
        Thread.currentThread().getContextClassLoader(),
        bodyHandler == null ? null : bodyHandler.getClass().getClassLoader());
  }

  /** Lower-case and without the root's dot, which names the same host; null if there is none. */
  private static @Nullable String host(URI uri) {
    String host = uri.getHost();
    if (host == null) {
      host = hostOfAuthority(uri);
    }
    if (host == null || host.isEmpty()) {
      return null;
    }
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  /** {@link URI} takes {@code my_service:8080} for no host, since no name has an underscore. */
  private static @Nullable String hostOfAuthority(URI uri) {
    String authority = uri.getRawAuthority();
    if (authority == null) {
      return null;
    }
    int from = authority.lastIndexOf('@') + 1;
    int colon = authority.indexOf(':', from);
    return colon < 0 ? authority.substring(from) : authority.substring(from, colon);
  }

  private static int port(URI uri) {
    int port = uri.getHost() == null ? portOfAuthority(uri) : uri.getPort();
    int standard = "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
    return port == standard ? -1 : port;
  }

  private static int portOfAuthority(URI uri) {
    String authority = uri.getRawAuthority();
    int colon = authority == null ? -1 : authority.lastIndexOf(':');
    if (authority == null || colon < 0) {
      return -1;
    }
    try {
      return Integer.parseInt(authority.substring(colon + 1));
    } catch (NumberFormatException ignored) {
      return -1; // no port that a connection could be made to
    }
  }

  private static String path(URI uri) {
    String path = uri.getRawPath();
    return path == null || path.isEmpty() ? "/" : PathNormalizer.normalize(path);
  }
}
