package dev.weir.agent.door;

import dev.weir.agent.Log;
import dev.weir.bridge.Answer;
import dev.weir.bridge.Call;
import dev.weir.bridge.Guard;
import dev.weir.bridge.Refusal;
import dev.weir.core.Admission;
import dev.weir.core.Engine;
import dev.weir.core.Mode;
import dev.weir.core.Outcome;
import dev.weir.core.Ticker;
import dev.weir.core.Verdict;
import dev.weir.core.chain.SlotChain;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Instrument;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.RuleSet;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A real engine and the doors of clients behind the bridge; keeps what came by, and fails where it
 * is told to.
 */
final class ClientGuard implements Guard {

  private final Engine engine = new Engine(Ticker.system());
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Exceptions exceptions =
      new Exceptions(new Log(new PrintStream(said, true, StandardCharsets.UTF_8)));
  private final HttpDoor http = new HttpDoor(engine, exceptions, new ServingThreads());
  private final SqlDoor sql = new SqlDoor(engine, exceptions, new ServingThreads());
  private final List<Entry> entries = new ArrayList<>();

  /** The ends of admitted calls: {@code 200}, {@code IOException}, {@code given up} … */
  final ConcurrentLinkedQueue<String> ends = new ConcurrentLinkedQueue<>();

  final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  final AtomicInteger admitted = new AtomicInteger();
  final AtomicInteger refused = new AtomicInteger();
  volatile String failing = "";

  ClientGuard() {
    apply();
  }

  /** Puts a rule in force beside those that are. */
  ClientGuard limit(String match, int calls) {
    return limit(match, calls, OnBlock.DEFAULT.common());
  }

  ClientGuard limit(String match, int calls, OnBlock.Action action) {
    entries.add(
        new Entry(
            match,
            null,
            List.of(ResourcePattern.parse(match)),
            List.of(),
            false,
            Mode.ENFORCE,
            List.of(new FlowRule(null, null, new Rate(calls, Duration.ofHours(1).toNanos()))),
            new OnBlock(action, Map.of())));
    apply();
    return this;
  }

  /** The file's mode is off, so that only calls that an entry matches are seen. */
  private void apply() {
    engine.apply(new RuleSet(Mode.OFF, null, Instrument.DEFAULT, List.of(), entries), Mode.ENFORCE);
  }

  static OnBlock.Action throwing(String className) {
    return new OnBlock.Action(null, Map.of(), null, null, className, null, null);
  }

  static OnBlock.Action responding(int status, Map<String, String> headers, String body) {
    return new OnBlock.Action(status, headers, null, body, null, null, null);
  }

  String log() {
    return said.toString(StandardCharsets.UTF_8);
  }

  SqlDoor sqlDoor() {
    return sql;
  }

  HttpDoor httpDoor() {
    return http;
  }

  private void mayFail(String method) {
    if (method.equals(failing)) {
      throw new IllegalStateException("told to fail at " + method);
    }
  }

  @Override
  public @Nullable Object method(int site) {
    return null;
  }

  @Override
  public @Nullable Object web(
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo,
      boolean preflight) {
    return null;
  }

  @Override
  public @Nullable Object http(String method, URI uri) {
    mayFail("http");
    return http.http(method, uri);
  }

  @Override
  public @Nullable Object sql(Object statement, @Nullable String text) {
    mayFail("sql");
    return sql.sql(statement, text);
  }

  @Override
  public void sqlText(Object statement, @Nullable String text) {
    mayFail("sqlText");
    sql.sqlText(statement, text);
  }

  @Override
  public boolean wantsSource(Object chain) {
    return false;
  }

  @Override
  public @Nullable Object enter(Object chain, long startNanos, @Nullable Object source) {
    mayFail("enter");
    Verdict verdict = ((SlotChain) chain).enter(startNanos);
    (verdict.isBlock() ? refused : admitted).incrementAndGet();
    return verdict.isBlock() ? new Refusal(verdict) : verdict.admission();
  }

  @Override
  public void exit(Object token, long startNanos, @Nullable Throwable thrown, int status) {
    exit(token, startNanos, Outcomes.of(thrown, status));
  }

  @Override
  public void exitHttp(
      Object token, long startNanos, @Nullable Object response, @Nullable Throwable thrown) {
    exit(token, startNanos, thrown == null ? http.outcome(response) : Outcomes.of(thrown, 0));
  }

  private void exit(Object token, long startNanos, Outcome outcome) {
    mayFail("exit");
    ((Admission) token).exit(startNanos, outcome);
    if (outcome.thrown() != null) {
      ends.add(outcome.thrown().getClass().getSimpleName());
    } else {
      ends.add(outcome.isGivenUp() ? "given up" : "" + outcome.status());
    }
  }

  @Override
  public @Nullable Object enterSql(Object chain, long startNanos) {
    mayFail("enterSql");
    Object token = enter(chain, startNanos, null);
    if (!(token instanceof Refusal)) {
      sql.entered();
    }
    return token;
  }

  @Override
  public void exitSql(Object token, long startNanos, @Nullable Throwable thrown) {
    sql.left();
    mayFail("exitSql");
    exit(token, startNanos, thrown, 0);
  }

  @Override
  public Call async(Object token, long startNanos) {
    mayFail("async");
    return new Call() {
      @Override
      protected void completed(@Nullable Object result, @Nullable Throwable thrown) {
        mayFail("completed");
        exitHttp(token, startNanos, result, thrown);
      }

      @Override
      protected void ended(@Nullable Throwable thrown, int status) {
        mayFail("ended");
        exit(token, startNanos, thrown, status);
      }
    };
  }

  @Override
  public Answer answerMethod(Refusal refusal, int site, Class<?> type, Object[] arguments) {
    throw new AssertionError("no methods are guarded here");
  }

  @Override
  public Answer answerWeb(
      Refusal refusal,
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo) {
    throw new AssertionError("no requests come in here");
  }

  @Override
  public Answer answerHttp(
      Refusal refusal,
      String method,
      URI uri,
      Object request,
      @Nullable Object bodyHandler,
      boolean async) {
    mayFail("answerHttp");
    return http.answerHttp(refusal, method, uri, request, bodyHandler, async);
  }

  @Override
  public Answer answerSql(Refusal refusal, Object statement, @Nullable String text) {
    mayFail("answerSql");
    return sql.answerSql(refusal, statement, text);
  }

  @Override
  public Object asyncListener(Call call, Class<?> listenerType) {
    throw new AssertionError("no requests come in here");
  }

  @Override
  public void failed(Throwable failure) {
    failures.add(failure);
  }

  @Override
  public @Nullable Object serving(
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo,
      Object request) {
    throw new UnsupportedOperationException();
  }

  @Override
  public @Nullable Object serve(Object seen) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void served(Object before) {
    throw new UnsupportedOperationException();
  }
}
