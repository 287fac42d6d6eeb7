package dev.weir.instrument.jdbc;

import dev.weir.bridge.Bridge;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Around the executions of a prepared text: {@code PreparedStatement.execute*()}. */
final class PreparedStatementExecuteAdvice {

  private PreparedStatementExecuteAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static @Nullable Object enter(
      @Advice.This Object statement,
      @Advice.Local("token") @Nullable Object token,
      @Advice.Local("start") long start) {
    Object chain = Bridge.sql(statement, null);
    if (chain == null) {
      return null;
    }
    start = System.nanoTime();
    token = Bridge.enterSql(chain, start);
    return Bridge.answerSql(token, statement, null);
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
