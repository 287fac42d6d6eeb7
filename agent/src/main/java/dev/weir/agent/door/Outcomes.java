package dev.weir.agent.door;

import dev.weir.bridge.BlockedException;
import dev.weir.core.Outcome;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** What the end of a call says of what was called. */
final class Outcomes {

  /** Cause chains may be circles. */
  private static final int MAX_DEPTH = 20;

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
    return isGivenUp(thrown) ? Outcome.GIVEN_UP : Outcome.threw(thrown, null);
  }

  private static boolean isGivenUp(Throwable thrown) {
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < MAX_DEPTH; depth++) {
      if (link instanceof CancellationException
          || link instanceof InterruptedException
          || link instanceof BlockedException) {
        return true;
      }
      link = link.getCause();
    }
    return false;
  }
}
