package dev.weir.agent.door;

import dev.weir.agent.Failures;
import dev.weir.agent.Log;
import dev.weir.bridge.Answer;
import dev.weir.bridge.Call;
import dev.weir.bridge.Guard;
import dev.weir.bridge.Refusal;
import dev.weir.core.Admission;
import dev.weir.core.Engine;
import dev.weir.core.Outcome;
import dev.weir.core.Verdict;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.chain.SlotChain;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The engine behind the bridge: a door for each kind of call, and the way in and out that all
 * share.
 */
public final class EngineGuard implements Guard {

  private final Engine engine;
  private final Failures failures;
  private final MethodDoor methods;
  private final WebDoor web;
  private final HttpDoor http;
  private final SqlDoor sql;
  private final MethodSites sites;
  private final OwnRefusals refusals = new OwnRefusals();
  private final ServingThreads threads = new ServingThreads();

  public EngineGuard(Engine engine, MethodSites sites, Log log, Failures failures) {
    Exceptions exceptions = new Exceptions(log);
    this.engine = engine;
    this.failures = failures;
    this.sites = sites;
    this.methods = new MethodDoor(sites, exceptions, log);
    this.web = new WebDoor(engine);
    this.http = new HttpDoor(engine, exceptions, threads);
    this.sql = new SqlDoor(engine, exceptions, threads);
  }

  @Override
  public @Nullable Object method(int site) {
    CallJudge judge = engine.method(site);
    return judge == null || !judge.needsAttributes()
        ? judge
        : new MethodCall(judge, threads, engine, sites.get(site));
  }

  @Override
  public @Nullable Object web(
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo,
      boolean preflight) {
    return web.web(method, contextPath, servletPath, pathInfo, preflight);
  }

  @Override
  public @Nullable Object serving(
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo,
      Object request) {
    return web.serving(method, contextPath, servletPath, pathInfo, request);
  }

  @Override
  public @Nullable Object serve(Object seen) {
    return threads.serve(seen);
  }

  @Override
  public void served(Object before) {
    threads.served(before);
  }

  @Override
  public @Nullable Object http(String method, URI uri) {
    return http.http(method, uri);
  }

  @Override
  public @Nullable Object sql(Object statement, @Nullable String text) {
    return sql.sql(statement, text);
  }

  @Override
  public void sqlText(Object statement, @Nullable String text) {
    sql.sqlText(statement, text);
  }

  @Override
  public boolean wantsSource(Object chain) {
    return chain instanceof KeyedCall;
  }

  @Override
  public @Nullable Object enter(Object chain, long startNanos, @Nullable Object source) {
    Verdict verdict;
    if (chain instanceof SlotChain plain) {
      verdict = plain.enter(startNanos);
    } else {
      KeyedCall call = (KeyedCall) chain;
      call.from(source);
      verdict = call.judge.enter(startNanos, call);
    }
    if (!verdict.isBlock()) {
      return verdict.admission();
    }
    refusals.add(startNanos);
    return new Refusal(verdict);
  }

  @Override
  public void exit(Object token, long startNanos, @Nullable Throwable thrown, int status) {
    exit(token, startNanos, Outcomes.of(thrown, status));
  }

  @Override
  public void exitHttp(
      Object token, long startNanos, @Nullable Object response, @Nullable Throwable thrown) {
    exit(token, startNanos, thrown != null ? Outcomes.of(thrown, 0) : http.outcome(response));
  }

  private void exit(Object token, long startNanos, Outcome outcome) {
    ((Admission) token).exit(startNanos, refusals.judge(outcome, startNanos));
  }

  @Override
  public @Nullable Object enterSql(Object chain, long startNanos) {
    Object token = enter(chain, startNanos, null);
    if (!(token instanceof Refusal)) {
      sql.entered();
    }
    return token;
  }

  @Override
  public void exitSql(Object token, long startNanos, @Nullable Throwable thrown) {
    sql.left();
    exit(token, startNanos, thrown, 0);
  }

  @Override
  public Call async(Object token, long startNanos) {
    Admission admission = ((Admission) token).detach(startNanos);
    return new OpenCall(admission, startNanos, refusals.since(startNanos), http);
  }

  @Override
  public Answer answerMethod(Refusal refusal, int site, Class<?> type, Object[] arguments) {
    return methods.answer(refusal, site, type, arguments);
  }

  @Override
  public Answer answerWeb(
      Refusal refusal,
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo) {
    return web.answerWeb(refusal, method, contextPath, servletPath, pathInfo);
  }

  @Override
  public Answer answerHttp(
      Refusal refusal,
      String method,
      URI uri,
      Object request,
      @Nullable Object bodyHandler,
      boolean async) {
    return http.answerHttp(refusal, method, uri, request, bodyHandler, async);
  }

  @Override
  public Answer answerSql(Refusal refusal, Object statement, @Nullable String text) {
    return sql.answerSql(refusal, statement, text);
  }

  @Override
  public Object asyncListener(Call call, Class<?> listenerType) {
    return web.asyncListener(call, listenerType);
  }

  @Override
  public void failed(Throwable failure) {
    failures.suppressed(failure);
  }
}
