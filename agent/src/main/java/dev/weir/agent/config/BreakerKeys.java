package dev.weir.agent.config;

import dev.weir.core.BlockReason;
import dev.weir.core.breaker.BreakerRule;
import dev.weir.core.breaker.BreakerRule.Force;
import dev.weir.core.breaker.Errors;
import dev.weir.core.rules.DurationText;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a breaker is written. */
final class BreakerKeys extends KeyedRuleKeys {

  private static final long SECOND = 1_000_000_000;
  static final long DEFAULT_WINDOW = 10 * SECOND;
  static final int DEFAULT_MIN_CALLS = 5;
  static final double DEFAULT_CONFIDENCE = 0.95;
  static final long DEFAULT_OPEN_FOR = 30 * SECOND;
  static final int DEFAULT_PROBES = 1;
  static final long DEFAULT_PROBE_TIMEOUT = 10 * SECOND;

  final Key<Long> slowCall =
      limit("slow-call", DurationType.between("1ms", "1h"), "a call longer than this is slow");
  final Key<Double> slowRatio =
      limit("slow-ratio", RatioType.aboveZero(), "share of slow calls that opens it");
  final Key<Double> errorRatio =
      limit("error-ratio", RatioType.aboveZero(), "share of failed calls that opens it");
  final Key<Integer> errorCount =
      limit("error-count", new IntegerType(1, 1_000_000), "number of failed calls that opens it");
  final Key<Long> window =
      limit("window", DurationType.between("100ms", "1d"), "how far back calls count");
  final Key<Integer> minCalls =
      limit("min-calls", new IntegerType(1, 1_000_000), "below which no ratio opens it");
  final Key<Double> confidence =
      limit("confidence", new ConfidenceType(), "how sure it must be that a ratio is reached");
  final Key<Long> openFor =
      limit("open-for", DurationType.between("10ms", "1d"), "how long it is open the first time");
  final Key<Long> maxOpenFor =
      limit("max-open-for", DurationType.between("10ms", "1d"), "how long it is open at most");
  final Key<Integer> probes =
      limit("probes", new IntegerType(1, 1_000), "calls of a trial, all of which must succeed");
  final Key<Long> probeTimeout =
      limit("probe-timeout", DurationType.between("10ms", "1h"), "after which a probe has failed");
  final Key<Long> ramp =
      limit("ramp", DurationType.between("0s", "1d"), "from closing until all calls are admitted");
  final Key<Long> grace =
      limit("grace", DurationType.between("0s", "1d"), "from the JVM's start, only recording");
  final ErrorKeys errorKeys = new ErrorKeys();
  final Key<Values> errors = limit("errors", errorKeys.section, "which ends of a call are errors");
  final Key<Force> force =
      limit(
          "force",
          new WordType<>(List.of(Force.OPEN, Force.CLOSED)),
          "what operators decide instead");

  /** What stands alone for a value whose calls the breaker never refuses. */
  private final Key<Boolean> unlimited =
      new Key<>(
          limits,
          "unlimited",
          new UnlimitedType("{open-for: 1m}"),
          false,
          "never opens",
          List.of());

  BreakerKeys() {
    super(
        BlockReason.BREAKER,
        "a mapping, e.g. {error-ratio: 50%},",
        "unlimited or a mapping, e.g. {open-for: 1m},",
        "stops calls to what is slow or fails");
    limits.orJust(unlimited);
    section.together(
        Constraint.bothOrNeither(slowCall, slowRatio),
        Constraint.atLeastOne(slowRatio, errorRatio, errorCount, force));
  }

  @Override
  @Nullable Rule rule(Values values, @Nullable Keying keying, Reading reading) {
    boolean right = checkConditions(values, reading);
    right &= checkMaxOpenFor(values, reading);
    return right && values.sound() ? of(values, keying) : null;
  }

  private BreakerRule of(Values values, @Nullable Keying keying) {
    long open = values.get(openFor, DEFAULT_OPEN_FOR);
    Values written = values.get(errors);
    return new BreakerRule(
        values.get(name),
        values.get(mode),
        values.get(slowCall, 0L),
        values.get(slowRatio, Double.NaN),
        values.get(errorRatio, Double.NaN),
        values.get(errorCount, 0),
        values.get(window, DEFAULT_WINDOW),
        values.get(minCalls, DEFAULT_MIN_CALLS),
        values.get(confidence, DEFAULT_CONFIDENCE),
        open,
        values.get(maxOpenFor, open),
        values.get(probes, DEFAULT_PROBES),
        values.get(probeTimeout, DEFAULT_PROBE_TIMEOUT),
        values.get(ramp, 0L),
        values.get(grace, 0L),
        written == null ? Errors.DEFAULT : errorKeys.errors(written),
        values.is(unlimited, false) ? Force.CLOSED : values.get(force, Force.NONE),
        keying);
  }

  private boolean checkConditions(Values values, Reading reading) {
    if (values.has(slowCall) && !values.wants(slowRatio)) {
      reading.error(values, slowCall, "slow-ratio is missing: the share of slow calls, e.g. 50%");
      return false;
    }
    if (values.has(slowRatio) && !values.wants(slowCall)) {
      reading.error(values, slowRatio, "slow-call is missing: what is slow, e.g. 800ms");
      return false;
    }
    boolean forced = values.wants(force) || values.has(unlimited);
    if (!forced && !hasRatio(values) && !values.wants(errorCount)) {
      reading.error(
          values.node(),
          values.path(),
          "nothing opens it; write error-ratio, error-count, or slow-call and slow-ratio");
      return false;
    }
    return true;
  }

  private boolean hasRatio(Values values) {
    return values.wants(slowRatio) || values.wants(slowCall) || values.wants(errorRatio);
  }

  private boolean checkMaxOpenFor(Values values, Reading reading) {
    Long most = values.get(maxOpenFor);
    if (most == null || (values.has(openFor) && values.get(openFor) == null)) {
      return true;
    }
    long first = values.get(openFor, DEFAULT_OPEN_FOR);
    if (most < first) {
      String message = "is less than open-for, which is " + DurationText.of(first);
      reading.error(values, maxOpenFor, '"' + DurationText.of(most) + "\" " + message);
    }
    return most >= first;
  }

  @Override
  void warn(Values values, Reading reading) {
    if (!hasRatio(values)) {
      warnWithoutRatio(values, minCalls, reading);
      warnWithoutRatio(values, confidence, reading);
    }
    Values written = values.get(errors);
    if (written != null) {
      errorKeys.warn(written, reading);
    }
  }

  private void warnWithoutRatio(Values values, Key<?> key, Reading reading) {
    if (values.has(key)) {
      reading.warnNoEffect(values, key, "it is for error-ratio and slow-ratio");
    }
  }
}
