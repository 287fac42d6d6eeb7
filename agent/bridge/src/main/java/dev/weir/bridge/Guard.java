package dev.weir.bridge;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind {@link Bridge}: implemented once, in the agent's loader. Every method may
 * throw; {@link Bridge} makes of that an unguarded call.
 *
 * <p>A <em>chain</em> is what judges one call, a <em>token</em> what judging it gave. Both are
 * opaque to the caller and null where nothing is to be done.
 */
public interface Guard {

  /** The chain of the call site {@code site}, or null. */
  @Nullable Object method(int site);

  /**
   * The chain of an inbound request, or null. The paths are as the container decoded them.
   *
   * @param preflight whether this is a CORS pre-flight
   */
  @Nullable Object web(
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo,
      boolean preflight);

  /**
   * What rules ask of an inbound request while it is served, to be kept in an attribute of it; null
   * while none asks. Holds no object of the application.
   *
   * @param request the {@code HttpServletRequest}
   */
  @Nullable Object serving(
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo,
      Object request);

  /**
   * This thread serves a request from now on, until {@link #served}.
   *
   * @param seen what {@link #serving} gave; of anything else nothing is made
   * @return for {@link #served}; null where nothing has changed
   */
  @Nullable Object serve(Object seen);

  /** This thread serves again what it did before {@link #serve}. */
  void served(Object before);

  /** The chain of an outbound request, or null. */
  @Nullable Object http(String method, URI uri);

  /**
   * The chain of a statement's execution, or null, which it also is inside an execution that is
   * guarded already.
   *
   * @param statement a {@code java.sql.Statement}
   * @param sql its text, or null for a prepared statement or a batch
   */
  @Nullable Object sql(Object statement, @Nullable String sql);

  /**
   * Notes the text that {@code statement} was prepared with, or that was added to its batch. Null:
   * its batch is empty again.
   */
  void sqlText(Object statement, @Nullable String sql);

  /** Whether {@link #enter} needs what the call is made with. */
  boolean wantsSource(Object chain);

  /**
   * Judges a call.
   *
   * @param startNanos {@link System#nanoTime()}, read just before
   * @param source what the call is made with: the {@code HttpServletRequest}, or the arguments of a
   *     method as an array; null where there is none or {@link #wantsSource} says no
   * @return the token: for {@link #exit} if the call was admitted, a {@link Refusal} if not
   */
  @Nullable Object enter(Object chain, long startNanos, @Nullable Object source);

  /**
   * Ends an admitted call.
   *
   * @param thrown what the call threw, or null
   * @param status of its HTTP response, 0 where there is none
   */
  void exit(Object token, long startNanos, @Nullable Throwable thrown, int status);

  /**
   * As {@link #exit}, of an outbound request.
   *
   * @param response the library's own, or null
   */
  void exitHttp(
      Object token, long startNanos, @Nullable Object response, @Nullable Throwable thrown);

  /** As {@link #enter}; until {@link #exitSql}, executions on this thread are part of this one. */
  @Nullable Object enterSql(Object chain, long startNanos);

  /** As {@link #exit}, of what {@link #enterSql} gave, on the same thread. */
  void exitSql(Object token, long startNanos, @Nullable Throwable thrown);

  /** Leaves the admitted call open until {@link Call#end}. */
  Call async(Object token, long startNanos);

  /**
   * What a refused method call gets.
   *
   * @param type that declares the method; its loader finds the classes that the rule file names
   */
  Answer answerMethod(Refusal refusal, int site, Class<?> type, Object[] arguments);

  /** What a refused inbound request gets. */
  Answer answerWeb(
      Refusal refusal,
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo);

  /**
   * What a refused outbound request gets.
   *
   * @param request the library's own request, e.g. {@code java.net.http.HttpRequest}
   * @param bodyHandler what the library turns a body into, or null
   * @param async whether the call returns a future: then the answer's value is one, which holds the
   *     exception or the response
   */
  Answer answerHttp(
      Refusal refusal,
      String method,
      URI uri,
      Object request,
      @Nullable Object bodyHandler,
      boolean async);

  /**
   * What a refused statement gets: always an exception.
   *
   * @param sql as given to {@link #sql}
   */
  Answer answerSql(Refusal refusal, Object statement, @Nullable String sql);

  /**
   * A listener of the servlet API's own type that ends {@code call} when the request completes.
   *
   * @param listenerType {@code AsyncListener} of the generation in use
   */
  Object asyncListener(Call call, Class<?> listenerType);

  /**
   * Counts a failure of Weir's own that the application did not see; the first of a kind is logged.
   */
  void failed(Throwable failure);
}
