package dev.weir.core.breaker;

import dev.weir.core.breaker.BreakerRule.Force;
import java.util.List;

/** A breaker as a rule file would say it: what is not said has the default. */
final class RuleBuilder {

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

  static RuleBuilder breaker() {
    return new RuleBuilder();
  }

  RuleBuilder slow(long callNanos, double ratio) {
    slowCall = callNanos;
    slowRatio = ratio;
    return this;
  }

  RuleBuilder errorRatio(double ratio) {
    errorRatio = ratio;
    return this;
  }

  RuleBuilder errorCount(int count) {
    errorCount = count;
    return this;
  }

  RuleBuilder window(long nanos) {
    window = nanos;
    return this;
  }

  RuleBuilder minCalls(int calls) {
    minCalls = calls;
    return this;
  }

  /** 0 for none. */
  RuleBuilder confidence(double confidence) {
    this.confidence = confidence;
    return this;
  }

  RuleBuilder openFor(long nanos) {
    openFor = nanos;
    return this;
  }

  RuleBuilder maxOpenFor(long nanos) {
    maxOpenFor = nanos;
    return this;
  }

  RuleBuilder probes(int probes) {
    this.probes = probes;
    return this;
  }

  RuleBuilder probeTimeout(long nanos) {
    probeTimeout = nanos;
    return this;
  }

  RuleBuilder ramp(long nanos) {
    ramp = nanos;
    return this;
  }

  RuleBuilder grace(long nanos) {
    grace = nanos;
    return this;
  }

  RuleBuilder types(String... names) {
    types = List.of(names);
    return this;
  }

  RuleBuilder ignore(String... names) {
    ignore = List.of(names);
    return this;
  }

  RuleBuilder status(StatusRange... ranges) {
    status = List.of(ranges);
    return this;
  }

  RuleBuilder sqlStates(String... beginnings) {
    sqlStates = List.of(beginnings);
    return this;
  }

  RuleBuilder force(Force force) {
    this.force = force;
    return this;
  }

  BreakerRule rule() {
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
        null);
  }
}
