package dev.weir.core.breaker;

import dev.weir.core.chain.Slot;

/** Calls are refused since an operator said so. Only a reload ends it. */
final class ForcedOpen extends BreakerState {

  private static final String REASON = "forced open by its rule";

  ForcedOpen(long generation, long sinceNanos) {
    super(generation, sinceNanos);
  }

  @Override
  String text() {
    return "forced-open";
  }

  @Override
  boolean isFull(BreakerSettings current, long now) {
    return true;
  }

  @Override
  long take(Breaker breaker, BreakerSettings admitting, long now) {
    return Slot.REFUSED;
  }

  @Override
  String refusal(BreakerSettings current, long now) {
    return REASON;
  }

  @Override
  long retryAfterNanos(BreakerSettings current, long now) {
    return -1;
  }

  @Override
  boolean isIdle(BreakerSettings current, long now) {
    return true;
  }

  @Override
  BreakerSnapshot snapshot(BreakerSettings current, long now) {
    return BreakerSnapshot.refusing(this, 0, -1, REASON);
  }
}
