package dev.weir.core.flow;

import dev.weir.core.CallAttributes;
import dev.weir.core.Verdict;
import dev.weir.core.chain.BorrowingSlot;
import dev.weir.core.chain.PrioritySlot;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.DurationText;
import dev.weir.core.rules.RequestValue;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the calls of any period. */
final class WindowSlot extends FlowSlot implements PrioritySlot {

  /** Null for one key of many: it is made when it is needed, as texts are larger than counters. */
  private final @Nullable String usualMessage;

  WindowSlot(FlowRule rule, SlotContext context, FlowLimiter limiter) {
    super(rule, context, limiter);
    boolean usual = context.key() == null && rule.warmUp() == null;
    usualMessage = usual ? message(rule.limit().calls()) : null;
  }

  @Override
  public Verdict refusal(long now) {
    // After a lowered limit the window may hold more than it; most often it holds just the limit.
    long limit = rule.warmUp() == null ? rule.limit().calls() : limiter.limitNow(now);
    long granted = Math.max(limiter.granted(), limit);
    String message =
        usualMessage != null && granted == rule.limit().calls() ? usualMessage : message(granted);
    return refusal(message, limiter.retryAfterNanos(now));
  }

  @Override
  public boolean hasPriority() {
    return rule.priority() != null;
  }

  /** A slot that is only observed has none wait: it counts the call as one that it would refuse. */
  @Override
  public @Nullable BorrowingSlot borrowing(CallAttributes attributes) {
    Priority priority = rule.priority();
    Borrowings borrowings = limiter.borrowings();
    if (priority == null || borrowings == null || context.delaysNobody()) {
      return null;
    }
    RequestValue when = priority.when();
    return when.value().equals(attributes.value(when.part()))
        ? new BorrowedPermit(this, borrowings, priority.borrowNanos())
        : null;
  }

  /** Why a call of priority has been refused that came {@code now}. */
  Verdict borrowRefusal(long now, long borrowNanos) {
    Borrowings borrowings = limiter.borrowings();
    int waiting = borrowings == null ? 0 : borrowings.pending();
    long retryAfter = Math.max(0, limiter.freeNanos(now, waiting + 1) - borrowNanos);
    long granted = Math.max(limiter.granted(), limiter.limitNow(now));
    String message =
        message(granted) + ", and " + calls(waiting, "of priority waits", "of priority wait");
    if (Thread.currentThread().isInterrupted()) {
      message += "; it was interrupted";
    } else if (!context.mayPark()) {
      message += "; its thread must not wait";
    } else {
      message += "; no permit comes free within borrow " + DurationText.of(borrowNanos);
    }
    return refusal(message, rule.limit().calls() == 0 ? -1 : retryAfter);
  }

  @Override
  public Map<String, Object> state(long now) {
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("limit", rule.limit().toString());
    limiter.isFull(now); // turns the window to now
    words.put("granted", limiter.granted());
    Borrowings borrowings = limiter.borrowings();
    if (rule.priority() != null && borrowings != null) {
      words.put("waiting", (long) borrowings.pending());
    }
    putWarmth(words, now);
    if (rule.warmUp() != null) {
      words.put("limit-now", limiter.limitNow(now));
    }
    return words;
  }

  private String message(long granted) {
    if (rule.limit().calls() == 0) {
      return subject() + "no call is granted";
    }
    return subject()
        + calls(granted, "was", "were")
        + " granted in the last "
        + rule.limit().periodText();
  }
}
