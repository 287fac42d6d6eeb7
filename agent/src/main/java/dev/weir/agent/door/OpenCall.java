package dev.weir.agent.door;

import dev.weir.bridge.Call;
import dev.weir.core.chain.SlotChain;
import org.jspecify.annotations.Nullable;

/** An admitted call whose result is still to come, with the chain that admitted it. */
final class OpenCall extends Call {

  private final SlotChain chain;
  private final long startNanos;
  private final HttpDoor http;

  OpenCall(SlotChain chain, long startNanos, HttpDoor http) {
    this.chain = chain;
    this.startNanos = startNanos;
    this.http = http;
  }

  @Override
  protected int status(@Nullable Object result) {
    return http.status(result);
  }

  @Override
  protected void ended(@Nullable Throwable thrown, int status) {
    chain.exit(startNanos, CallFailure.of(thrown), status);
  }
}
