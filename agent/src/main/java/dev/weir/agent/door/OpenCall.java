package dev.weir.agent.door;

import dev.weir.bridge.Call;
import dev.weir.core.Admission;
import dev.weir.core.Outcome;
import org.jspecify.annotations.Nullable;

/** An admitted call whose result is still to come, with what it holds. */
final class OpenCall extends Call {

  private final Admission admission;
  private final long startNanos;
  private final boolean refusedInside;
  private final HttpDoor http;

  /**
   * @param refusedInside whether a call was refused inside it so far, see {@link OwnRefusals}
   */
  OpenCall(Admission admission, long startNanos, boolean refusedInside, HttpDoor http) {
    this.admission = admission;
    this.startNanos = startNanos;
    this.refusedInside = refusedInside;
    this.http = http;
  }

  @Override
  protected void completed(@Nullable Object result, @Nullable Throwable thrown) {
    exit(thrown != null ? Outcomes.of(thrown, 0) : http.outcome(result));
  }

  @Override
  protected void ended(@Nullable Throwable thrown, int status) {
    exit(Outcomes.of(thrown, status));
  }

  private void exit(Outcome outcome) {
    admission.exit(startNanos, OwnRefusals.judge(outcome, refusedInside));
  }
}
