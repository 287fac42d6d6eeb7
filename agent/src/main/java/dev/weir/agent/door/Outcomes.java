package dev.weir.agent.door;

import dev.weir.bridge.BlockedException;
import dev.weir.bridge.Bridge;
import dev.weir.core.Outcome;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** What the end of a call says of what was called. */
final class Outcomes {

  /** Cause chains may be circles. */
  private static final int MAX_DEPTH = 20;

  /** What containers throw where the client of a request has gone away. */
  private static final Set<String> CLIENT_GONE =
      Set.of(
          "org.apache.catalina.connector.ClientAbortException",
          "org.eclipse.jetty.io.EofException",
          "org.springframework.web.context.request.async.AsyncRequestNotUsableException");

  private Outcomes() {}

  /**
   * The outcome of a call that threw or returned. One that the caller gave up, or that failed since
   * another rule refused what it needed, says nothing of what was called.
   *
   * @param status of its HTTP response, 0 where there is none
   */
  static Outcome of(@Nullable Throwable thrown, int status) {
    if (thrown == null) {
      return Outcome.status(status);
    }
    try {
      return isGivenUp(thrown) ? Outcome.GIVEN_UP : Outcome.threw(thrown, sqlState(thrown));
    } catch (Throwable failure) { // of the application's own getCause; the call ends all the same
      Bridge.failed(failure);
      return Outcome.threw(thrown, null);
    }
  }

  private static boolean isGivenUp(Throwable thrown) {
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < MAX_DEPTH; depth++) {
      if (link instanceof CancellationException
          || link instanceof InterruptedException
          || link instanceof BlockedException
          || CLIENT_GONE.contains(link.getClass().getName())) {
        return true;
      }
      link = link.getCause();
    }
    return false;
  }

  /** Of the first {@code SQLException}: frameworks wrap it. */
  private static @Nullable String sqlState(Throwable thrown) {
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < MAX_DEPTH; depth++) {
      if (isSqlException(link)) {
        return Jdbc.sqlState(link);
      }
      link = link.getCause();
    }
    return null;
  }

  /** By name: the runtime may not have the module. */
  private static boolean isSqlException(Throwable thrown) {
    for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().equals("java.sql.SQLException")) {
        return true;
      }
    }
    return false;
  }
}
