package dev.weir.core.breaker;

import dev.weir.core.Outcome;
import dev.weir.core.breaker.BreakerRule.Force;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.DurationText;
import org.jspecify.annotations.Nullable;

/** A rule where it is at work, and what is worked out from it once. Immutable. */
final class BreakerSettings {

  final BreakerRule rule;
  final SlotContext context;
  private final @Nullable RatioCondition slowRatio;
  private final @Nullable RatioCondition errorRatio;
  private final ErrorJudge errors;
  private final long probeNanos;

  BreakerSettings(BreakerRule rule, SlotContext context) {
    this.rule = rule;
    this.context = context;
    this.slowRatio = condition(rule.slowRatio(), rule.confidence());
    this.errorRatio = condition(rule.errorRatio(), rule.confidence());
    this.errors = new ErrorJudge(rule.errors());
    this.probeNanos =
        slowRatio == null
            ? rule.probeTimeoutNanos()
            : Math.min(rule.probeTimeoutNanos(), rule.slowCallNanos());
  }

  private static @Nullable RatioCondition condition(double ratio, double confidence) {
    return Double.isNaN(ratio) ? null : new RatioCondition(ratio, confidence);
  }

  boolean isForced(Force force) {
    return rule.force() == force;
  }

  /** Whether any call is slow. */
  boolean knowsSlow() {
    return slowRatio != null;
  }

  /** What the end of a call counts as that lasted for so long. */
  Ending judge(long elapsedNanos, Outcome outcome) {
    Ending ending = errors.judge(outcome);
    return slowRatio != null && elapsedNanos > rule.slowCallNanos() ? ending.slowly() : ending;
  }

  /** Whether nothing opens it now. */
  boolean onlyRecords(long now) {
    return rule.force() == Force.CLOSED
        || (rule.graceNanos() > 0 && now - context.startNanos() < rule.graceNanos());
  }

  /** Longer than this, no probe takes that succeeds. */
  long probeNanos() {
    return probeNanos;
  }

  /**
   * How long it is open.
   *
   * @param failedTrials since it was closed
   * @param retryAfterNanos what the callee asked for, -1 for nothing
   */
  long openForNanos(int failedTrials, long retryAfterNanos) {
    long most = rule.maxOpenForNanos();
    long own = rule.openForNanos();
    for (int i = 0; i < failedTrials && own < most; i++) {
      own = own > most / 2 ? most : 2 * own;
    }
    return Math.max(own, Math.min(retryAfterNanos, most));
  }

  /** How long it remembers calls that ended: in its window, or by being open. */
  long memoryNanos() {
    return memoryNanos(rule);
  }

  static long memoryNanos(BreakerRule rule) {
    return Math.max(rule.windowNanos(), rule.maxOpenForNanos());
  }

  /** Whether a call more may make a ratio count, however it ends. */
  boolean isThin(CallCounts tenth, CallCounts whole, long overdue) {
    int enough = rule.minCalls();
    return isThin(slowRatio, tenth.total + overdue, whole.total + overdue, enough)
        || isThin(errorRatio, tenth.total, whole.total, enough);
  }

  private static boolean isThin(
      @Nullable RatioCondition condition, long tenth, long whole, int enough) {
    return condition != null && (whole < enough || (condition.isBound() && tenth < enough));
  }

  /**
   * What opens it, with the numbers; null if nothing does.
   *
   * @param overdue calls inside that are slow already
   */
  @Nullable String evidence(CallWindow window, CallCounts tenth, CallCounts whole, long overdue) {
    if (rule.errorCount() > 0 && whole.errors >= rule.errorCount()) {
      return whole.errors
          + (whole.errors == 1 ? " call" : " calls")
          + " failed in the last "
          + DurationText.rounded(window.windowNanos())
          + ", threshold "
          + rule.errorCount();
    }
    String slow = slowEvidence(window.windowNanos() / 10, tenth, overdue, true);
    if (slow == null) {
      slow = slowEvidence(window.windowNanos(), whole, overdue, false);
    }
    if (slow != null) {
      return slow;
    }
    String failed = errorEvidence(window.windowNanos() / 10, tenth, true);
    return failed != null ? failed : errorEvidence(window.windowNanos(), whole, false);
  }

  private @Nullable String slowEvidence(
      long spanNanos, CallCounts totals, long overdue, boolean tenth) {
    long slow = totals.slow + overdue;
    long total = totals.total + overdue;
    RatioCondition condition = slowRatio;
    if (condition == null || !isReached(condition, slow, total, tenth)) {
      return null;
    }
    String inside = overdue == 0 ? "" : ", " + overdue + " still inside";
    String longer = " slow (> " + DurationText.rounded(rule.slowCallNanos()) + inside + ")";
    return text(condition, slow, total, longer, spanNanos);
  }

  private @Nullable String errorEvidence(long spanNanos, CallCounts totals, boolean tenth) {
    RatioCondition condition = errorRatio;
    return condition == null || !isReached(condition, totals.errors, totals.total, tenth)
        ? null
        : text(condition, totals.errors, totals.total, " failed", spanNanos);
  }

  private boolean isReached(RatioCondition condition, long bad, long total, boolean tenth) {
    return total >= rule.minCalls()
        && (!tenth || condition.isBound())
        && condition.reached(bad, total);
  }

  private static String text(
      RatioCondition condition, long bad, long total, String what, long spanNanos) {
    return bad
        + " of "
        + total
        + " calls"
        + what
        + " in the last "
        + DurationText.rounded(spanNanos)
        + "; "
        + condition.text(bad, total);
  }
}
