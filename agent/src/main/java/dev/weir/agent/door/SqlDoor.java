package dev.weir.agent.door;

import dev.weir.bridge.Answer;
import dev.weir.bridge.BlockedException;
import dev.weir.bridge.Refusal;
import dev.weir.core.Engine;
import dev.weir.core.Kind;
import dev.weir.core.chain.CallJudge;
import org.jspecify.annotations.Nullable;

/**
 * Statements that are executed. Safe for use by many threads.
 *
 * <p>A call through a pool is several executions, one inside the other, on one thread: only the
 * outermost that is guarded counts. The text of a prepared statement is known when it is prepared
 * only; it is kept, as a name, while statements are measured or ruled. One that was prepared before
 * is found once it is prepared anew, which pools do for every use.
 */
public final class SqlDoor {

  private final Engine engine;
  private final Exceptions exceptions;
  private final ServingThreads threads;

  /** Made with the first statement: see {@link Jdbc}. A second one does no harm. */
  private @Nullable Jdbc jdbc;

  /** The names of prepared statements, and of the first of a batch. */
  private final WeakIdentityMap<SqlName> names = new WeakIdentityMap<>();

  /** How many guarded executions the thread is in. Holds no object of the application. */
  @SuppressWarnings("ThreadLocalUsage") // as many as there are engines
  private final ThreadLocal<int[]> depths = new Depths();

  SqlDoor(Engine engine, Exceptions exceptions, ServingThreads threads) {
    this.engine = engine;
    this.exceptions = exceptions;
    this.threads = threads;
  }

  /** See {@link dev.weir.bridge.Guard#sql}. */
  public @Nullable Object sql(Object statement, @Nullable String sql) {
    if (!engine.sees(Kind.SQL)) {
      return null;
    }
    int[] depth = depths.get();
    if (depth[0] > 0) {
      return null;
    }
    SqlName name = name(statement, sql);
    if (name == null) {
      return null;
    }
    String database = database(statement, depth);
    CallJudge judge = engine.sql(database, name.verb(), name.table());
    return judge == null || !judge.needsAttributes()
        ? judge
        : new SqlCall(judge, threads, engine, database, name);
  }

  private @Nullable SqlName name(Object statement, @Nullable String sql) {
    return sql != null ? SqlName.of(sql) : names.get(statement);
  }

  /** What the driver executes to answer is no call of the application. */
  private String database(Object statement, int[] depth) {
    depth[0]++;
    try {
      return jdbc().database(statement);
    } finally {
      depth[0]--;
    }
  }

  /** See {@link dev.weir.bridge.Guard#sqlText}. */
  public void sqlText(Object statement, @Nullable String sql) {
    if (!engine.sees(Kind.SQL)) {
      return;
    }
    boolean prepared = Jdbc.isPrepared(statement);
    if (sql == null) {
      if (!prepared) {
        names.remove(statement);
      }
      return;
    }
    if (!prepared && names.get(statement) != null) {
      return; // a batch is named by its first statement
    }
    SqlName name = SqlName.of(sql);
    if (name != null) {
      names.put(statement, name);
    }
  }

  /** An execution on this thread was admitted. */
  public void entered() {
    depths.get()[0]++;
  }

  /** It ended. */
  public void left() {
    int[] depth = depths.get();
    depth[0] = Math.max(0, depth[0] - 1);
  }

  /** See {@link dev.weir.bridge.Guard#answerSql}. */
  public Answer answerSql(Refusal refusal, Object statement, @Nullable String sql) {
    SqlName name = name(statement, sql);
    String database = database(statement, depths.get());
    String resource = name == null ? "sql:?" : engine.sqlName(database, name.verb(), name.table());
    BlockedException blocked = Blocked.exception(refusal, resource);
    String throwClass = Blocked.action(refusal).throwClass();
    Throwable thrown = throwClass == null ? null : thrown(throwClass, blocked, statement);
    return Answer.throwing(thrown != null ? thrown : Jdbc.exception(blocked));
  }

  private @Nullable Throwable thrown(String className, BlockedException blocked, Object statement) {
    return exceptions.create(
        className,
        blocked,
        Thread.currentThread().getContextClassLoader(),
        statement.getClass().getClassLoader());
  }

  private Jdbc jdbc() {
    Jdbc current = jdbc;
    if (current == null) {
      current = new Jdbc();
      jdbc = current;
    }
    return current;
  }

  private static final class Depths extends ThreadLocal<int[]> {
    @Override
    protected int[] initialValue() {
      return new int[1];
    }
  }
}
