package dev.weir.agent.door;

import dev.weir.bridge.Call;
import dev.weir.core.Admission;
import org.jspecify.annotations.Nullable;

/** An admitted call whose result is still to come, with what it holds. */
final class OpenCall extends Call {

  private final Admission admission;
  private final long startNanos;
  private final HttpDoor http;

  OpenCall(Admission admission, long startNanos, HttpDoor http) {
    this.admission = admission;
    this.startNanos = startNanos;
    this.http = http;
  }

  @Override
  protected void completed(@Nullable Object result, @Nullable Throwable thrown) {
    admission.exit(startNanos, thrown != null ? Outcomes.of(thrown, 0) : http.outcome(result));
  }

  @Override
  protected void ended(@Nullable Throwable thrown, int status) {
    admission.exit(startNanos, Outcomes.of(thrown, status));
  }
}
