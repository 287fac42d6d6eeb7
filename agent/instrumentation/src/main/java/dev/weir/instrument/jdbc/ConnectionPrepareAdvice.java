package dev.weir.instrument.jdbc;

import dev.weir.bridge.Bridge;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** After {@code Connection.prepareStatement} and {@code prepareCall}. */
final class ConnectionPrepareAdvice {

  private ConnectionPrepareAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(
      @Advice.Return @Nullable Object statement, @Advice.Argument(0) @Nullable String sql) {
    if (sql != null) {
      Bridge.sqlText(statement, sql);
    }
  }
}
