package dev.weir.core;

import java.util.Locale;

/** Which kind of rule refused a call. */
public enum BlockReason {
  FLOW,
  CONCURRENCY,
  BREAKER,
  SYSTEM,
  ACCESS;

  private final String key = name().toLowerCase(Locale.ROOT);

  /** The word users see: in the rule file, in {@code Weir-Blocked} and in statistics. */
  public String key() {
    return key;
  }
}
