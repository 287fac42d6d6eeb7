package dev.weir.instrument.jdbc;

import dev.weir.bridge.Bridge;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** After {@code Statement.addBatch(sql)}: the batch takes its name from it. */
final class StatementAddBatchAdvice {

  private StatementAddBatchAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(@Advice.This Object statement, @Advice.Argument(0) @Nullable String sql) {
    if (sql != null) {
      Bridge.sqlText(statement, sql);
    }
  }
}
