package dev.weir.instrument.jdbc;

import dev.weir.bridge.Bridge;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Around the executions that are given a text: {@code Statement.execute*(sql, …)}. */
final class StatementExecuteAdvice {

  private StatementExecuteAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static @Nullable Object enter(
      @Advice.This Object statement,
      @Advice.Argument(0) @Nullable String sql,
      @Advice.Local("token") @Nullable Object token,
      @Advice.Local("start") long start) {
    if (sql == null) {
      return null; // The driver says what it says of it.
    }
    Object chain = Bridge.sql(statement, sql);
    if (chain == null) {
      return null;
    }
    start = System.nanoTime();
    token = Bridge.enterSql(chain, start);
    return Bridge.answerSql(token, statement, sql);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void exit(
      @Advice.Enter @Nullable Object answer,
      @Advice.Local("token") @Nullable Object token,
      @Advice.Local("start") long start,
      @Advice.Thrown(readOnly = false) @Nullable Throwable thrown) {
    if (answer != null) {
      thrown = Bridge.thrown(answer);
    } else {
      Bridge.exitSql(token, start, thrown);
    }
  }
}
