package dev.weir.core.breaker;

import dev.weir.core.Mode;
import dev.weir.core.rules.DurationText;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Rule;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When calls to something broken stop, and how they begin again.
 *
 * @param slowCallNanos a call longer than this is slow; 0 where no call is
 * @param slowRatio of slow calls that opens it, 0 to 1; NaN where none does
 * @param errorRatio of failed calls that opens it, 0 to 1; NaN where none does
 * @param errorCount of failed calls that opens it; 0 where none does
 * @param windowNanos how far back calls count
 * @param minCalls below which no ratio opens it
 * @param confidence of the bound that must reach a ratio, below 1; 0 for the plain ratio
 * @param openForNanos how long it is open the first time
 * @param maxOpenForNanos up to which that doubles with each failed trial
 * @param probes calls of a trial, all of which must succeed
 * @param probeTimeoutNanos after which a probe has failed
 * @param rampNanos within which the share of calls that are admitted after closing grows to all; 0:
 *     all at once
 * @param graceNanos after the engine's start, within which it only records
 */
public record BreakerRule(
    @Nullable String name,
    @Nullable Mode mode,
    long slowCallNanos,
    double slowRatio,
    double errorRatio,
    int errorCount,
    long windowNanos,
    int minCalls,
    double confidence,
    long openForNanos,
    long maxOpenForNanos,
    int probes,
    long probeTimeoutNanos,
    long rampNanos,
    long graceNanos,
    Errors errors,
    Force force,
    @Nullable Keying keying)
    implements Rule {

  /** What an operator decides instead of the breaker. */
  public enum Force {
    /** It decides by itself. */
    NONE,
    /** It refuses every call. */
    OPEN,
    /** It refuses none. */
    CLOSED
  }

  @Override
  public String kind() {
    return "breaker";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    if (slowCallNanos > 0) {
      settings.put("slow-call", DurationText.of(slowCallNanos));
    }
    putRatio(settings, "slow-ratio", slowRatio);
    putRatio(settings, "error-ratio", errorRatio);
    if (errorCount > 0) {
      settings.put("error-count", Integer.toString(errorCount));
    }
    settings.put("window", DurationText.of(windowNanos));
    settings.put("min-calls", Integer.toString(minCalls));
    settings.put("confidence", confidence == 0 ? "none" : percent(confidence));
    settings.put("open-for", DurationText.of(openForNanos));
    if (maxOpenForNanos != openForNanos) {
      settings.put("max-open-for", DurationText.of(maxOpenForNanos));
    }
    settings.put("probes", Integer.toString(probes));
    settings.put("probe-timeout", DurationText.of(probeTimeoutNanos));
    if (rampNanos > 0) {
      settings.put("ramp", DurationText.of(rampNanos));
    }
    if (graceNanos > 0) {
      settings.put("grace", DurationText.of(graceNanos));
    }
    errors.addTo(settings);
    if (force != Force.NONE) {
      settings.put("force", force.name().toLowerCase(Locale.ROOT));
    }
    return settings;
  }

  private static void putRatio(Map<String, String> settings, String key, double ratio) {
    if (!Double.isNaN(ratio)) {
      settings.put(key, percent(ratio));
    }
  }

  /** As users write it: {@code 70%}. */
  static String percent(double ratio) {
    BigDecimal percent = new BigDecimal(ratio * 100).round(new MathContext(6));
    return percent.stripTrailingZeros().toPlainString() + "%";
  }
}
