package dev.weir.core.concurrency;

import dev.weir.core.Mode;
import dev.weir.core.rules.DurationText;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Rule;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * At most so many calls inside at once.
 *
 * @param maxWaitNanos how long a call may wait for another to leave; 0: it is refused at once
 * @param maxWaiting calls that wait at once; {@link Integer#MAX_VALUE} for any number
 * @param maxHoldNanos after which an asynchronous call that has not ended frees its place
 */
public record ConcurrencyRule(
    @Nullable String name,
    @Nullable Mode mode,
    Limit limit,
    long maxWaitNanos,
    int maxWaiting,
    long maxHoldNanos,
    @Nullable Keying keying)
    implements Rule {

  /** The {@code max} of a rule that limits nothing. */
  public static final int UNLIMITED = Limit.UNLIMITED;

  public static final long DEFAULT_MAX_HOLD_NANOS = 600_000_000_000L;

  public ConcurrencyRule {
    if (maxWaitNanos < 0 || maxWaiting < 0 || maxHoldNanos <= 0) {
      throw new IllegalArgumentException("below zero");
    }
  }

  /** A rule with a fixed limit. */
  public ConcurrencyRule(
      @Nullable String name,
      @Nullable Mode mode,
      int max,
      long maxWaitNanos,
      int maxWaiting,
      long maxHoldNanos,
      @Nullable Keying keying) {
    this(name, mode, new Limit.Fixed(max), maxWaitNanos, maxWaiting, maxHoldNanos, keying);
  }

  /** More calls are never admitted at once; {@link #UNLIMITED} where any number is. */
  public int max() {
    return limit.max();
  }

  @Override
  public String kind() {
    return "concurrency";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    if (limit instanceof Limit.Adaptive adaptive) {
      settings.put("adaptive.min", Integer.toString(adaptive.min()));
      settings.put("adaptive.max", Integer.toString(adaptive.max()));
    } else {
      settings.put("max", max() == UNLIMITED ? "unlimited" : Integer.toString(max()));
    }
    if (maxWaitNanos > 0) {
      settings.put("max-wait", DurationText.of(maxWaitNanos));
    }
    if (maxWaiting != Integer.MAX_VALUE) {
      settings.put("max-waiting", Integer.toString(maxWaiting));
    }
    if (maxHoldNanos != DEFAULT_MAX_HOLD_NANOS) {
      settings.put("max-hold", DurationText.of(maxHoldNanos));
    }
    return settings;
  }
}
