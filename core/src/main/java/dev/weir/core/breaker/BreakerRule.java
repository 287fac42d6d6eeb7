package dev.weir.core.breaker;

import dev.weir.core.Mode;
import dev.weir.core.rules.DurationText;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Rule;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When calls to something broken stop, and how they begin again.
 *
 * @param slowCallNanos a call longer than this is slow; 0 where no call is
 * @param slowRatio of slow calls that opens it, above 0 and at most 1; NaN where none does
 * @param errorRatio of failed calls that opens it, above 0 and at most 1; NaN where none does
 * @param errorCount of failed calls that opens it; 0 where none does
 * @param windowNanos how far back calls count, at least {@link #MIN_WINDOW_NANOS}
 * @param minCalls below which no ratio opens it
 * @param confidence of the bound that must reach a ratio, below 1; 0 for the plain ratio
 * @param openForNanos how long it is open the first time
 * @param maxOpenForNanos up to which that doubles with each failed trial
 * @param probes calls of a trial, all of which must succeed; up to {@link #MAX_PROBES}
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

  /** Of which a fortieth is still some nanoseconds. */
  public static final long MIN_WINDOW_NANOS = 1_000;

  /** A trial remembers each of its probes. */
  public static final int MAX_PROBES = 1_000;

  public BreakerRule {
    requireRatio(slowRatio);
    requireRatio(errorRatio);
    boolean slow = slowCallNanos > 0;
    if (slowCallNanos < 0 || slow == Double.isNaN(slowRatio)) {
      throw new IllegalArgumentException("slow-call and slow-ratio: both or neither");
    }
    if (errorCount < 0 || minCalls < 1 || !(confidence >= 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "out of range: " + errorCount + ", " + minCalls + ", " + confidence);
    }
    if (windowNanos < MIN_WINDOW_NANOS || openForNanos < 1 || maxOpenForNanos < openForNanos) {
      throw new IllegalArgumentException(
          "out of range: " + windowNanos + ", " + openForNanos + ", " + maxOpenForNanos);
    }
    if (probes < 1 || probes > MAX_PROBES || probeTimeoutNanos < 1) {
      throw new IllegalArgumentException("out of range: " + probes + ", " + probeTimeoutNanos);
    }
    if (rampNanos < 0 || graceNanos < 0) {
      throw new IllegalArgumentException("below zero: " + rampNanos + ", " + graceNanos);
    }
  }

  private static void requireRatio(double ratio) {
    // NaN passes: there is none. A ratio of 0 would be reached by calls that are all well.
    if (ratio <= 0 || ratio > 1) {
      throw new IllegalArgumentException("not above 0 and at most 1: " + ratio);
    }
  }

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

  /** As users write it: {@code 70%}. Without {@code BigDecimal}, which is slow to start. */
  static String percent(double ratio) {
    long digits = Math.round(ratio * 1e10);
    long fraction = digits % 100_000_000;
    StringBuilder text = new StringBuilder().append(digits / 100_000_000);
    if (fraction > 0) {
      text.append('.');
      for (long unit = 10_000_000; fraction > 0; unit /= 10) {
        text.append(fraction / unit);
        fraction %= unit;
      }
    }
    return text.append('%').toString();
  }
}
