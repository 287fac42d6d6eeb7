package dev.weir.core;

import org.jspecify.annotations.Nullable;

/**
 * How a call ended: it returned, perhaps with an HTTP status; it threw; or its end says nothing of
 * what was called. Immutable. Ends that are usual are shared values, so that such a call allocates
 * nothing.
 */
public final class Outcome {

  private static final long UNKNOWN = -1;
  private static final int FIRST_STATUS = 100;
  private static final int LAST_STATUS = 599;

  /** The call returned, and has no status. */
  public static final Outcome RETURNED = new Outcome(false, null, null, 0, UNKNOWN);

  /**
   * The caller gave up (cancelled, interrupted, disconnected), or a refusal of Weir's own ended the
   * call: no judgement of what was called.
   */
  public static final Outcome GIVEN_UP = new Outcome(true, null, null, 0, UNKNOWN);

  private static final Outcome[] STATUSES = new Outcome[LAST_STATUS - FIRST_STATUS + 1];

  static {
    for (int i = 0; i < STATUSES.length; i++) {
      STATUSES[i] = new Outcome(false, null, null, FIRST_STATUS + i, UNKNOWN);
    }
  }

  private final boolean givenUp;
  private final @Nullable Throwable thrown;
  private final @Nullable String sqlState;
  private final int status;
  private final long retryAfterNanos;

  private Outcome(
      boolean givenUp,
      @Nullable Throwable thrown,
      @Nullable String sqlState,
      int status,
      long retryAfterNanos) {
    this.givenUp = givenUp;
    this.thrown = thrown;
    this.sqlState = sqlState;
    this.status = status;
    this.retryAfterNanos = retryAfterNanos;
  }

  /**
   * The call returned.
   *
   * @param status of its HTTP response, 0 where there is none
   */
  public static Outcome status(int status) {
    if (status >= FIRST_STATUS && status <= LAST_STATUS) {
      return STATUSES[status - FIRST_STATUS];
    }
    return status == 0 ? RETURNED : new Outcome(false, null, null, status, UNKNOWN);
  }

  /**
   * The call returned a response that says when to come again.
   *
   * @param retryAfterNanos -1 where it does not
   */
  public static Outcome status(int status, long retryAfterNanos) {
    return retryAfterNanos < 0
        ? status(status)
        : new Outcome(false, null, null, status, retryAfterNanos);
  }

  /**
   * The call threw.
   *
   * @param sqlState of the {@code SQLException} in it, null where there is none
   */
  public static Outcome threw(Throwable thrown, @Nullable String sqlState) {
    return new Outcome(false, thrown, sqlState, 0, UNKNOWN);
  }

  /** Whether the end says nothing of what was called. */
  public boolean isGivenUp() {
    return givenUp;
  }

  /** What was thrown, as it was thrown: causes are not unwrapped. */
  public @Nullable Throwable thrown() {
    return thrown;
  }

  /** The SQLSTATE of the {@code SQLException} thrown, or null. */
  public @Nullable String sqlState() {
    return sqlState;
  }

  /** The HTTP status, 0 where there is none. */
  public int status() {
    return status;
  }

  /** When the callee asked to be called again, -1 where it did not. */
  public long retryAfterNanos() {
    return retryAfterNanos;
  }

  /** Whether statistics show it as failed: it threw, or its status is 500 or more. */
  public boolean isFailed() {
    return thrown != null || status >= 500;
  }
}
