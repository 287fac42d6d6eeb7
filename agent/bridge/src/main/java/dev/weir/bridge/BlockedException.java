package dev.weir.bridge;

import org.jspecify.annotations.Nullable;

/**
 * A call was refused by a rule of Weir's. Thrown by guarded methods, and in the cause chain of
 * every other exception that a refusal gives. Has no stack trace: a refusal must stay cheap, and
 * the place that refused is in the message.
 */
public final class BlockedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String resource;
  private final String entry;
  private final String rule;
  private final String reason;
  private final long retryAfterNanos;

  /**
   * @param message names the limit and the count that led to the refusal
   * @param retryAfterNanos when a call may be admitted again, below 0 where it is not known
   */
  public BlockedException(
      String message,
      String resource,
      String entry,
      String rule,
      String reason,
      long retryAfterNanos) {
    super(message, null, false, false);
    this.resource = resource;
    this.entry = entry;
    this.rule = rule;
    this.reason = reason;
    this.retryAfterNanos = retryAfterNanos;
  }

  /** The name of the refused call, e.g. {@code web:GET /orders/{id}}. */
  public String resource() {
    return resource;
  }

  /** The entry of the rule file that refused: its name, else its first pattern. */
  public String entry() {
    return entry;
  }

  /** The rule of the entry: its name, else its kind. */
  public String rule() {
    return rule;
  }

  /** {@code flow}, {@code concurrency}, {@code breaker}, {@code system} or {@code access}. */
  public String reason() {
    return reason;
  }

  /** When a call may be admitted again, or null where that is not known. */
  public java.time.@Nullable Duration retryAfter() {
    return retryAfterNanos < 0 ? null : java.time.Duration.ofNanos(retryAfterNanos);
  }
}
