package dev.weir.agent.door;

import dev.weir.bridge.Answer;
import dev.weir.bridge.Call;
import dev.weir.bridge.Guard;
import dev.weir.bridge.Refusal;
import dev.weir.core.Engine;
import dev.weir.core.Inbound;
import dev.weir.core.Ticker;
import dev.weir.core.rules.PathNormalizer;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The web door, but instead of an engine what writes down what it is told, refuses on demand, and
 * fails on demand in any of its methods.
 */
final class RecordingGuard implements Guard {

  /** A call that ended. */
  record Ended(String name, int status, @Nullable Throwable thrown) {

    @Override
    public String toString() {
      return name + " -> " + status + (thrown == null ? "" : " " + thrown.getClass().getName());
    }
  }

  private final WebDoor door = new WebDoor(new Engine(Ticker.system()));
  private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger entered = new AtomicInteger();
  private final ServingThreads threads = new ServingThreads();
  private final AtomicInteger serving = new AtomicInteger();
  private volatile @Nullable Refusal refusal;
  private volatile String failing = "";

  void refuseWith(Refusal refusal) {
    this.refusal = refusal;
  }

  /** The guard's method of that name throws. */
  void failIn(String method) {
    failing = method;
  }

  void reset() {
    refusal = null;
    failing = "";
    ended.clear();
    failures.clear();
    entered.set(0);
    serving.set(0);
  }

  int entered() {
    return entered.get();
  }

  /** Threads that serve a request now. */
  int serving() {
    return serving.get();
  }

  List<Ended> ended() {
    return List.copyOf(ended);
  }

  List<Throwable> failures() {
    return List.copyOf(failures);
  }

  @Override
  public @Nullable Object web(
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo,
      boolean preflight) {
    failIfAsked("web");
    String path = PathNormalizer.servletPath(contextPath, servletPath, pathInfo);
    return method + (preflight ? " (pre-flight) " : " ") + path;
  }

  @Override
  public Object serving(
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo,
      Object request) {
    failIfAsked("serving");
    String path = PathNormalizer.servletPath(contextPath, servletPath, pathInfo);
    return new Serving(new Inbound(method, path), null);
  }

  @Override
  public @Nullable Object serve(Object seen) {
    failIfAsked("serve");
    Object before = threads.serve(seen);
    if (before != null) {
      serving.incrementAndGet();
    }
    return before;
  }

  @Override
  public void served(Object before) {
    threads.served(before);
    serving.decrementAndGet();
    failIfAsked("served");
  }

  @Override
  public boolean wantsSource(Object chain) {
    return false;
  }

  @Override
  public Object enter(Object chain, long startNanos, @Nullable Object source) {
    failIfAsked("enter");
    Refusal current = refusal;
    if (current != null) {
      return current;
    }
    entered.incrementAndGet();
    return chain;
  }

  @Override
  public void exit(Object token, long startNanos, @Nullable Throwable thrown, int status) {
    ended.add(new Ended((String) token, status, thrown));
    failIfAsked("exit");
  }

  @Override
  public void exitHttp(
      Object token, long startNanos, @Nullable Object response, @Nullable Throwable thrown) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Call async(Object token, long startNanos) {
    failIfAsked("async");
    return new Call() {
      @Override
      protected void ended(@Nullable Throwable thrown, int status) {
        ended.add(new Ended("async " + token, status, thrown));
        failIfAsked("ended");
      }

      @Override
      protected void completed(@Nullable Object result, @Nullable Throwable thrown) {
        throw new UnsupportedOperationException();
      }
    };
  }

  @Override
  public Answer answerWeb(
      Refusal refused,
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo) {
    failIfAsked("answerWeb");
    return door.answerWeb(refused, method, contextPath, servletPath, pathInfo);
  }

  @Override
  public Object asyncListener(Call call, Class<?> listenerType) {
    failIfAsked("asyncListener");
    return door.asyncListener(call, listenerType);
  }

  @Override
  public void failed(Throwable failure) {
    failures.add(failure);
  }

  private void failIfAsked(String method) {
    if (failing.equals(method)) {
      throw new IllegalStateException("asked to fail in " + method);
    }
  }

  @Override
  public @Nullable Object method(int site) {
    throw new UnsupportedOperationException();
  }

  @Override
  public @Nullable Object http(String method, URI uri) {
    return null; // the tests' own client, if another test of this JVM has woven it
  }

  @Override
  public @Nullable Object sql(Object statement, @Nullable String sql) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void sqlText(Object statement, @Nullable String sql) {
    throw new UnsupportedOperationException();
  }

  @Override
  public @Nullable Object enterSql(Object chain, long startNanos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void exitSql(Object token, long startNanos, @Nullable Throwable thrown) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Answer answerMethod(Refusal refused, int site, Class<?> type, Object[] arguments) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Answer answerHttp(
      Refusal refused,
      String method,
      URI uri,
      Object request,
      @Nullable Object bodyHandler,
      boolean async) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Answer answerSql(Refusal refused, Object statement, @Nullable String sql) {
    throw new UnsupportedOperationException();
  }
}
