package dev.weir.core.flow;

import dev.weir.core.Mode;
import dev.weir.core.rules.DurationText;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Rule;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * At most so many calls in any period.
 *
 * @param limit how many, and how long the period is
 * @param pacing how calls are spaced; null where those of any period are counted
 * @param warmUp how the limit is reached; null where it holds from the first call on
 * @param priority which calls may wait for a permit; null where none may, and where calls are
 *     spaced
 */
public record FlowRule(
    @Nullable String name,
    @Nullable Mode mode,
    Rate limit,
    @Nullable Pacing pacing,
    @Nullable WarmUp warmUp,
    @Nullable Priority priority,
    @Nullable Keying keying)
    implements Rule {

  /** The longest that a bucket may take to fill, in nanoseconds: ten years. */
  public static final long MAX_FILL_NANOS = 10 * Rate.MAX_PERIOD_NANOS;

  public FlowRule {
    if (pacing != null && !fills(limit, pacing.burst())) {
      throw new IllegalArgumentException("too large a burst for the rate: " + pacing.burst());
    }
    if (pacing != null && priority != null) {
      throw new IllegalArgumentException("calls that are spaced have their turns");
    }
  }

  /** Of all calls together. */
  public FlowRule(@Nullable String name, @Nullable Mode mode, Rate limit) {
    this(name, mode, limit, null, null, null, null);
  }

  /** One that counts the calls of any period. */
  public FlowRule(@Nullable String name, @Nullable Mode mode, Rate limit, @Nullable Keying keying) {
    this(name, mode, limit, null, null, null, keying);
  }

  /** Whether a bucket of {@code burst} calls is ever full at that rate. */
  public static boolean fills(Rate limit, int burst) {
    return limit.isUnlimited() || burst - 1 <= MAX_FILL_NANOS / limit.spacingNanos();
  }

  @Override
  public String kind() {
    return "flow";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("limit", limit.toString());
    if (pacing != null) {
      if (pacing.burst() > 1 || pacing.maxWaitNanos() == 0) {
        settings.put("burst", Integer.toString(pacing.burst()));
      }
      if (pacing.maxWaitNanos() > 0) {
        settings.put("max-wait", DurationText.of(pacing.maxWaitNanos()));
      }
      if (pacing.maxWaiting() != Integer.MAX_VALUE) {
        settings.put("max-waiting", Integer.toString(pacing.maxWaiting()));
      }
    }
    if (warmUp != null) {
      settings.put("warm-up", DurationText.of(warmUp.nanos()));
      settings.put("cold-factor", Integer.toString(warmUp.coldFactor()));
      settings.put("warm-up-on", warmUp.when().name().toLowerCase(Locale.ROOT));
    }
    if (priority != null) {
      settings.put("priority.when", priority.when().toString());
      settings.put("priority.borrow", DurationText.of(priority.borrowNanos()));
    }
    return settings;
  }
}
