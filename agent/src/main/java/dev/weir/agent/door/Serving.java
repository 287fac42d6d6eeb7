package dev.weir.agent.door;

import dev.weir.core.Inbound;
import org.jspecify.annotations.Nullable;

/**
 * An inbound request while it is served, as far as rules ask. It lies in an attribute of the
 * request and with the threads that serve it, so it holds text and nothing of the application's.
 * Two requests are never the same one, however alike.
 */
final class Serving {

  private final Inbound inbound;
  private final @Nullable String caller;

  /**
   * @param caller null where that is not known
   */
  Serving(Inbound inbound, @Nullable String caller) {
    this.inbound = inbound;
    this.caller = caller;
  }

  Inbound inbound() {
    return inbound;
  }

  @Nullable String caller() {
    return caller;
  }

  /** Applications print their attributes. */
  @Override
  public String toString() {
    return "seen";
  }
}
