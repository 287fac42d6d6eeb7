package dev.weir.instrument.jdbc;

import dev.weir.bridge.Bridge;
import net.bytebuddy.asm.Advice;

/** After {@code Statement.clearBatch()}: the next batch has another name. */
final class StatementClearBatchAdvice {

  private StatementClearBatchAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(@Advice.This Object statement) {
    Bridge.sqlText(statement, null);
  }
}
