package dev.weir.core;

import dev.weir.core.rules.Entry;
import org.jspecify.annotations.Nullable;

/**
 * What a chain says of a call: it may run, or a block with what a user needs to know of it.
 * Immutable; most admitted calls of a chain share one, so that they allocate nothing.
 */
public final class Verdict {

  private final @Nullable Admission admission;
  private final @Nullable BlockReason reason;
  private final @Nullable Entry entry;
  private final String rule;
  private final String message;
  private final long retryAfterNanos;

  private Verdict(
      @Nullable Admission admission,
      @Nullable BlockReason reason,
      @Nullable Entry entry,
      String rule,
      String message,
      long retryAfterNanos) {
    this.admission = admission;
    this.reason = reason;
    this.entry = entry;
    this.rule = rule;
    this.message = message;
    this.retryAfterNanos = retryAfterNanos;
  }

  /** The call may run, and must be ended by {@code admission}. */
  public static Verdict admit(Admission admission) {
    return new Verdict(admission, null, null, "", "", -1);
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
    return new Verdict(null, reason, entry, rule, message, retryAfterNanos);
  }

  public boolean isBlock() {
    return reason != null;
  }

  /** What ends the call; of a call that may run only. */
  public Admission admission() {
    return present(admission);
  }

  /** Of a block only. */
  public BlockReason reason() {
    return present(reason);
  }

  /** Of a block only. */
  public Entry entry() {
    return present(entry);
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

  private static <T> T present(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("a block has no admission, and an admission no reason");
    }
    return value;
  }
}
