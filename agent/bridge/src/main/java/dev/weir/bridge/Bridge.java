package dev.weir.bridge;

import java.net.URI;
import java.util.concurrent.CompletionStage;
import jdk.internal.vm.annotation.ReservedStackAccess;
import org.jspecify.annotations.Nullable;

/**
 * What advice calls: enters and leaves the engine, and lets no failure of Weir's own out. Each
 * method reads the gate once; without a guard, or when the guard fails, it gives what means "go on
 * unguarded": null.
 *
 * <p>The protocol of one call, in which a synchronous call allocates nothing:
 *
 * <pre>
 * chain  = Bridge.method(site)            null: nothing rules this call
 * start  = System.nanoTime()
 * token  = Bridge.enter(chain, start, …)  null: go on unguarded
 * answer = Bridge.answerMethod(token, …)  null: admitted, run the body
 * …the body, or thrown(answer) and value(answer)…
 * Bridge.exit(token, start, thrown, status)
 * </pre>
 *
 * Only {@code Object}, primitives and types of {@code java.base} stand in the signatures: what
 * advice keeps in local variables must never make the verifier load a type of Weir's.
 */
public final class Bridge {

  private static volatile @Nullable Guard guard;

  private Bridge() {}

  /** Opens the gate, or closes it with null. */
  public static void install(@Nullable Guard installed) {
    guard = installed;
  }

  /** See {@link Guard#method}. */
  public static @Nullable Object method(int site) {
    Guard current = guard;
    if (current == null) {
      return null;
    }
    try {
      return current.method(site);
    } catch (Throwable failure) {
      return failed(current, failure);
    }
  }

  /** See {@link Guard#web}. */
  public static @Nullable Object web(
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo,
      boolean preflight) {
    Guard current = guard;
    if (current == null) {
      return null;
    }
    try {
      return current.web(method, contextPath, servletPath, pathInfo, preflight);
    } catch (Throwable failure) {
      return failed(current, failure);
    }
  }

  /** See {@link Guard#serving}. */
  public static @Nullable Object serving(
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo,
      Object request) {
    Guard current = guard;
    if (current == null) {
      return null;
    }
    try {
      return current.serving(method, contextPath, servletPath, pathInfo, request);
    } catch (Throwable failure) {
      return failed(current, failure);
    }
  }

  /** See {@link Guard#serve}. Null for null. */
  public static @Nullable Object serve(@Nullable Object seen) {
    Guard current = guard;
    if (current == null || seen == null) {
      return null;
    }
    try {
      return current.serve(seen);
    } catch (Throwable failure) {
      return failed(current, failure);
    }
  }

  /** See {@link Guard#served}. Does nothing for null. */
  @ReservedStackAccess
  public static void served(@Nullable Object before) {
    Guard current = guard;
    if (current == null || before == null) {
      return;
    }
    try {
      current.served(before);
    } catch (Throwable failure) {
      failed(current, failure);
    }
  }

  /** See {@link Guard#http}. */
  public static @Nullable Object http(String method, URI uri) {
    Guard current = guard;
    if (current == null) {
      return null;
    }
    try {
      return current.http(method, uri);
    } catch (Throwable failure) {
      return failed(current, failure);
    }
  }

  /** See {@link Guard#sql}. */
  public static @Nullable Object sql(Object statement, @Nullable String sql) {
    Guard current = guard;
    if (current == null) {
      return null;
    }
    try {
      return current.sql(statement, sql);
    } catch (Throwable failure) {
      return failed(current, failure);
    }
  }

  /** See {@link Guard#sqlText}. */
  public static void sqlText(@Nullable Object statement, @Nullable String sql) {
    Guard current = guard;
    if (current == null || statement == null) {
      return;
    }
    try {
      current.sqlText(statement, sql);
    } catch (Throwable failure) {
      failed(current, failure);
    }
  }

  /** See {@link Guard#wantsSource}. */
  public static boolean wantsSource(Object chain) {
    Guard current = guard;
    if (current == null) {
      return false;
    }
    try {
      return current.wantsSource(chain);
    } catch (Throwable failure) {
      failed(current, failure);
      return false;
    }
  }

  /** See {@link Guard#enter}. */
  public static @Nullable Object enter(Object chain, long startNanos, @Nullable Object source) {
    Guard current = guard;
    if (current == null) {
      return null;
    }
    try {
      return current.enter(chain, startNanos, source);
    } catch (Throwable failure) {
      return failed(current, failure);
    }
  }

  /** See {@link Guard#exit}. Does nothing for a token that is null or a refusal. */
  @ReservedStackAccess
  public static void exit(
      @Nullable Object token, long startNanos, @Nullable Throwable thrown, int status) {
    Guard current = guard;
    if (current == null || token == null || token instanceof Refusal) {
      return;
    }
    try {
      current.exit(token, startNanos, thrown, status);
    } catch (Throwable failure) {
      failed(current, failure);
    }
  }

  /** See {@link Guard#exitHttp}. Does nothing for a token that is null or a refusal. */
  @ReservedStackAccess
  public static void exitHttp(
      @Nullable Object token,
      long startNanos,
      @Nullable Object response,
      @Nullable Throwable thrown) {
    Guard current = guard;
    if (current == null || token == null || token instanceof Refusal) {
      return;
    }
    try {
      current.exitHttp(token, startNanos, response, thrown);
    } catch (Throwable failure) {
      failed(current, failure);
    }
  }

  /**
   * Ends an admitted call when the stage it returned completes, or now if it returned none or
   * threw. The stage itself is left as it is, so that cancelling it still works.
   */
  @ReservedStackAccess
  public static void exitStage(
      @Nullable Object token,
      long startNanos,
      @Nullable Object returned,
      @Nullable Throwable thrown) {
    if (thrown != null || !(returned instanceof CompletionStage<?> stage)) {
      exit(token, startNanos, thrown, 0);
      return;
    }
    Call call = async(token, startNanos);
    if (call == null) {
      exit(token, startNanos, null, 0); // it cannot be followed: better ended early than never
      return;
    }
    try {
      stage.whenComplete(call);
    } catch (Throwable failure) {
      // A stage of the application's own that refuses to be observed.
      call.end(null, 0);
      failed(failure);
    }
  }

  /** See {@link Guard#enterSql}. */
  public static @Nullable Object enterSql(Object chain, long startNanos) {
    Guard current = guard;
    if (current == null) {
      return null;
    }
    try {
      return current.enterSql(chain, startNanos);
    } catch (Throwable failure) {
      return failed(current, failure);
    }
  }

  /** See {@link Guard#exitSql}. Does nothing for a token that is null or a refusal. */
  @ReservedStackAccess
  public static void exitSql(@Nullable Object token, long startNanos, @Nullable Throwable thrown) {
    Guard current = guard;
    if (current == null || token == null || token instanceof Refusal) {
      return;
    }
    try {
      current.exitSql(token, startNanos, thrown);
    } catch (Throwable failure) {
      failed(current, failure);
    }
  }

  /** See {@link Guard#async}. Null for a token that is null or a refusal. */
  public static @Nullable Call async(@Nullable Object token, long startNanos) {
    Guard current = guard;
    if (current == null || token == null || token instanceof Refusal) {
      return null;
    }
    try {
      return current.async(token, startNanos);
    } catch (Throwable failure) {
      failed(current, failure);
      return null;
    }
  }

  /**
   * Ends what {@link #async} gave where nobody else will, e.g. since no listener could be
   * registered. Does nothing for null, or if it has ended.
   */
  @ReservedStackAccess
  public static void end(@Nullable Object call, @Nullable Throwable thrown, int status) {
    if (call != null) {
      ((Call) call).end(thrown, status);
    }
  }

  /** What a refused method call gets; null if {@code token} is not a refusal. */
  public static @Nullable Object answerMethod(
      @Nullable Object token, int site, Class<?> type, Object[] arguments) {
    Guard current = guard;
    if (current == null || !(token instanceof Refusal refusal)) {
      return null;
    }
    try {
      return current.answerMethod(refusal, site, type, arguments);
    } catch (Throwable failure) {
      return failed(current, failure);
    }
  }

  /** What a refused inbound request gets; null if {@code token} is not a refusal. */
  public static @Nullable Object answerWeb(
      @Nullable Object token,
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo) {
    Guard current = guard;
    if (current == null || !(token instanceof Refusal refusal)) {
      return null;
    }
    try {
      return current.answerWeb(refusal, method, contextPath, servletPath, pathInfo);
    } catch (Throwable failure) {
      return failed(current, failure);
    }
  }

  /** What a refused outbound request gets; null if {@code token} is not a refusal. */
  public static @Nullable Object answerHttp(
      @Nullable Object token,
      String method,
      URI uri,
      Object request,
      @Nullable Object handler,
      boolean async) {
    Guard current = guard;
    if (current == null || !(token instanceof Refusal refusal)) {
      return null;
    }
    try {
      return current.answerHttp(refusal, method, uri, request, handler, async);
    } catch (Throwable failure) {
      return failed(current, failure);
    }
  }

  /** What a refused statement gets; null if {@code token} is not a refusal. */
  public static @Nullable Object answerSql(
      @Nullable Object token, Object statement, @Nullable String sql) {
    Guard current = guard;
    if (current == null || !(token instanceof Refusal refusal)) {
      return null;
    }
    try {
      return current.answerSql(refusal, statement, sql);
    } catch (Throwable failure) {
      return failed(current, failure);
    }
  }

  /**
   * See {@link Guard#asyncListener}; null where there is none to register.
   *
   * @param call what {@link #async} gave
   */
  public static @Nullable Object asyncListener(@Nullable Object call, Class<?> listenerType) {
    Guard current = guard;
    if (current == null || call == null) {
      return null;
    }
    try {
      return current.asyncListener((Call) call, listenerType);
    } catch (Throwable failure) {
      return failed(current, failure);
    }
  }

  /** Whether the call that gave {@code token} was refused. */
  public static boolean refused(@Nullable Object token) {
    return token instanceof Refusal;
  }

  /** The exception of an answer, or null. */
  public static @Nullable Throwable thrown(Object answer) {
    return ((Answer) answer).thrown();
  }

  /** The value of an answer, or null. */
  public static @Nullable Object value(Object answer) {
    return ((Answer) answer).value();
  }

  /** The HTTP status of an answer. */
  public static int status(Object answer) {
    return ((Answer) answer).status();
  }

  /** The header names and values of an answer, in turn. */
  public static String[] headers(Object answer) {
    return ((Answer) answer).headers();
  }

  /** The body of an answer. */
  public static byte[] body(Object answer) {
    return ((Answer) answer).body();
  }

  /**
   * Counts a failure in advice that ran the library's code, e.g. a request that cannot say its
   * path.
   */
  public static void failed(Throwable failure) {
    Guard current = guard;
    if (current != null) {
      failed(current, failure);
    }
  }

  private static @Nullable Object failed(Guard current, Throwable failure) {
    try {
      current.failed(failure);
    } catch (Throwable ignored) {
      // Counting failed as well (no memory, no stack): nothing is left to tell, the call goes on.
    }
    return null;
  }
}
