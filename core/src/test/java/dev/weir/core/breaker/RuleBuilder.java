package dev.weir.core.breaker;

import dev.weir.core.breaker.BreakerRule.Force;
import dev.weir.core.rules.Keying;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A breaker as a rule file would say it: what is not said has the default. */
public final class RuleBuilder {

  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000 * MILLI;

  private long slowCall;
  private double slowRatio = Double.NaN;
  private double errorRatio = Double.NaN;
  private int errorCount;
  private long window = 10 * SECOND;
  private int minCalls = 5;
  private double confidence = 0.95;
  private long openFor = 30 * SECOND;
  private long maxOpenFor;
  private int probes = 1;
  private long probeTimeout = 10 * SECOND;
  private long ramp;
  private long grace;
  private List<String> types = List.of();
  private List<String> ignore = List.of();
  private List<StatusRange> status = Errors.DEFAULT.status();
  private List<String> sqlStates = List.of();
  private Force force = Force.NONE;
  private @Nullable Keying keying;

  public static RuleBuilder breaker() {
    return new RuleBuilder();
  }

  public RuleBuilder slow(long callNanos, double ratio) {
    slowCall = callNanos;
    slowRatio = ratio;
    return this;
  }

  public RuleBuilder errorRatio(double ratio) {
    errorRatio = ratio;
    return this;
  }

  public RuleBuilder errorCount(int count) {
    errorCount = count;
    return this;
  }

  public RuleBuilder window(long nanos) {
    window = nanos;
    return this;
  }

  public RuleBuilder minCalls(int calls) {
    minCalls = calls;
    return this;
  }

  /** 0 for none. */
  public RuleBuilder confidence(double confidence) {
    this.confidence = confidence;
    return this;
  }

  public RuleBuilder openFor(long nanos) {
    openFor = nanos;
    return this;
  }

  public RuleBuilder maxOpenFor(long nanos) {
    maxOpenFor = nanos;
    return this;
  }

  public RuleBuilder probes(int probes) {
    this.probes = probes;
    return this;
  }

  public RuleBuilder probeTimeout(long nanos) {
    probeTimeout = nanos;
    return this;
  }

  public RuleBuilder ramp(long nanos) {
    ramp = nanos;
    return this;
  }

  public RuleBuilder grace(long nanos) {
    grace = nanos;
    return this;
  }

  public RuleBuilder types(String... names) {
    types = List.of(names);
    return this;
  }

  public RuleBuilder ignore(String... names) {
    ignore = List.of(names);
    return this;
  }

  public RuleBuilder status(StatusRange... ranges) {
    status = List.of(ranges);
    return this;
  }

  public RuleBuilder sqlStates(String... beginnings) {
    sqlStates = List.of(beginnings);
    return this;
  }

  public RuleBuilder errors(Errors errors) {
    types = errors.types();
    ignore = errors.ignore();
    status = errors.status();
    sqlStates = errors.sqlStates();
    return this;
  }

  public RuleBuilder force(Force force) {
    this.force = force;
    return this;
  }

  public RuleBuilder keying(@Nullable Keying keying) {
    this.keying = keying;
    return this;
  }

  public BreakerRule rule() {
    return new BreakerRule(
        null,
        null,
        slowCall,
        slowRatio,
        errorRatio,
        errorCount,
        window,
        minCalls,
        confidence,
        openFor,
        Math.max(openFor, maxOpenFor),
        probes,
        probeTimeout,
        ramp,
        grace,
        new Errors(types, ignore, status, sqlStates),
        force,
        keying);
  }
}
