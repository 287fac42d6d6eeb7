package dev.weir.core;

import dev.weir.core.rules.Entry;
import org.jspecify.annotations.Nullable;

/**
 * What a chain says of a call: pass, or a block with what a user needs to know of it. Immutable; a
 * pass is a shared value, so that an admitted call allocates nothing.
 */
public final class Verdict {

  /** The call may run. */
  public static final Verdict PASS = new Verdict(null, null, "", "", -1);

  /** The call may run, though an observed rule would have refused it. */
  public static final Verdict WOULD_BLOCK = new Verdict(null, null, "", "", -1);

  private final @Nullable BlockReason reason;
  private final @Nullable Entry entry;
  private final String rule;
  private final String message;
  private final long retryAfterNanos;

  private Verdict(
      @Nullable BlockReason reason,
      @Nullable Entry entry,
      String rule,
      String message,
      long retryAfterNanos) {
    this.reason = reason;
    this.entry = entry;
    this.rule = rule;
    this.message = message;
    this.retryAfterNanos = retryAfterNanos;
  }

  /**
   * The call may not run.
   *
   * @param entry that refused
   * @param rule its name, else its kind
   * @param message the limit and the count that led to it
   * @param retryAfterNanos when a call may be admitted again, -1 where that is not known
   */
  public static Verdict block(
      BlockReason reason, Entry entry, String rule, String message, long retryAfterNanos) {
    return new Verdict(reason, entry, rule, message, retryAfterNanos);
  }

  public boolean isBlock() {
    return reason != null;
  }

  /** Of a block only. */
  public BlockReason reason() {
    return ofBlock(reason);
  }

  /** Of a block only. */
  public Entry entry() {
    return ofBlock(entry);
  }

  /** The rule's name, else its kind; of a block only. */
  public String rule() {
    return rule;
  }

  /** The limit and the count that led to it; of a block only. */
  public String message() {
    return message;
  }

  /** Nanoseconds until a call may be admitted again, -1 where that is not known. */
  public long retryAfterNanos() {
    return retryAfterNanos;
  }

  private static <T> T ofBlock(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("a pass has no reason");
    }
    return value;
  }
}
