package dev.weir.core;

import org.jspecify.annotations.Nullable;

/**
 * Something that users want to be told of when it happens.
 *
 * @param entry whose rule it is, as users see it; the kind of calls for {@link
 *     Type#NAMES_EXHAUSTED}
 * @param rule its name, else its kind
 * @param key whose state it is where the rule has one for each key, else null
 * @param text what happened and why, with the numbers
 * @param nanos when, on the engine's ticker
 */
public record EngineEvent(
    Type type, String entry, String rule, @Nullable String key, String text, long nanos) {

  /** Kinds of events. */
  public enum Type {
    /** A breaker refuses calls from now on. */
    BREAKER_OPENED,
    /** A breaker admits probes. */
    BREAKER_HALF_OPEN,
    /** A breaker admits calls again. */
    BREAKER_CLOSED,
    /** An asynchronous call was inside for so long that its permit was given to others. */
    HOLD_EXPIRED,
    /** A rule has as many keys as it may, and none is idle: new keys share counters. */
    KEYS_EXHAUSTED,
    /** There are as many names of calls without an entry as there may be: others share one. */
    NAMES_EXHAUSTED,
    /** Inbound calls are refused to protect the JVM. */
    SHEDDING_BEGUN,
    /** No inbound call has been refused for that for a while. */
    SHEDDING_ENDED,
    /** Something that a rule goes by could not be read from the system. */
    PROBE_FAILED
  }
}
