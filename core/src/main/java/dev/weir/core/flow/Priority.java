package dev.weir.core.flow;

import dev.weir.core.rules.RequestValue;

/**
 * Which calls may wait for a permit where others are refused.
 *
 * @param when what such a call has
 * @param borrowNanos how long it may wait
 */
public record Priority(RequestValue when, long borrowNanos) {

  public Priority {
    if (borrowNanos < 1) {
      throw new IllegalArgumentException("nothing to wait for");
    }
  }
}
