package dev.weir.core.concurrency;

import dev.weir.core.Outcome;
import java.net.ConnectException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Which failures say that what was called had too much to do. Others are bugs, or wishes that
 * cannot be met: less load does not mend them, and a limit that fell with each would end at its
 * minimum.
 */
final class Overload {

  /** Causes may be causes of each other in a circle. */
  private static final int MAX_DEPTH = 16;

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;
  private static final int GATEWAY_TIMEOUT = 504;

  private Overload() {}

  static boolean isIn(Outcome outcome) {
    Throwable thrown = outcome.thrown();
    if (thrown == null) {
      int status = outcome.status();
      return status == TOO_MANY_REQUESTS || status == UNAVAILABLE || status == GATEWAY_TIMEOUT;
    }
    return isOfDatabase(outcome.sqlState()) || isIn(thrown);
  }

  /** Connections or other resources are exhausted, or the time for a statement is. */
  private static boolean isOfDatabase(@Nullable String sqlState) {
    return sqlState != null
        && (sqlState.startsWith("08") || sqlState.startsWith("53") || sqlState.startsWith("HYT"));
  }

  private static boolean isIn(Throwable thrown) {
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < MAX_DEPTH; depth++) {
      if (link instanceof TimeoutException
          || link instanceof RejectedExecutionException
          || link instanceof ConnectException
          || isTimeoutByName(link.getClass())) {
        return true;
      }
      link = link.getCause();
    }
    return false;
  }

  /**
   * {@code SocketTimeoutException}, {@code HttpTimeoutException}, {@code SQLTimeoutException}, and
   * those of libraries: they have no supertype in common, and are called alike.
   */
  private static boolean isTimeoutByName(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      if (each.getName().endsWith("TimeoutException")) {
        return true;
      }
    }
    return false;
  }
}
