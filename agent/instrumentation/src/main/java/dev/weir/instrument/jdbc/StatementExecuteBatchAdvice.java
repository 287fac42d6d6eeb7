package dev.weir.instrument.jdbc;

import dev.weir.bridge.Bridge;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * The end of {@code Statement.executeBatch()}: one call, however many statements are in the batch.
 * Begins as {@link PreparedStatementExecuteAdvice} does: the text was given before.
 */
final class StatementExecuteBatchAdvice {

  private StatementExecuteBatchAdvice() {}

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void exit(
      @Advice.This Object statement,
      @Advice.Enter @Nullable Object answer,
      @Advice.Local("token") @Nullable Object token,
      @Advice.Local("start") long start,
      @Advice.Thrown(readOnly = false) @Nullable Throwable thrown) {
    if (answer != null) {
      thrown = Bridge.thrown(answer); // The batch, and its name, stay as they were.
      return;
    }
    Bridge.exitSql(token, start, thrown);
    Bridge.sqlText(statement, null); // A driver empties the batch even if it failed.
  }
}
