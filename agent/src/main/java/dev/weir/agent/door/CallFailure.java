package dev.weir.agent.door;

import dev.weir.bridge.BlockedException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** What of that which a call threw says that it failed. */
final class CallFailure {

  /** Cause chains may be circles. */
  private static final int MAX_DEPTH = 20;

  private CallFailure() {}

  /**
   * {@code thrown}, or null if the caller gave the call up or another rule refused what it needed:
   * neither says anything of what was called.
   */
  static @Nullable Throwable of(@Nullable Throwable thrown) {
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < MAX_DEPTH; depth++) {
      if (link instanceof CancellationException
          || link instanceof InterruptedException
          || link instanceof BlockedException) {
        return null;
      }
      link = link.getCause();
    }
    return thrown;
  }
}
