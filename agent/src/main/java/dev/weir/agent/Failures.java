package dev.weir.agent;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Failures of Weir's own that the application did not see. Each is counted; the first of a kind is
 * logged with its stack. Safe for use by many threads, and never throws.
 */
public final class Failures {

  private static final int MAX_KINDS = 100;

  /** A stack that overflowed has a thousand and more, all alike. */
  private static final int MAX_FRAMES = 60;

  private final Log log;
  private final LongAdder suppressed = new LongAdder();
  private final LongAdder skippedClasses = new LongAdder();
  private final Set<String> kinds = ConcurrentHashMap.newKeySet();

  public Failures(Log log) {
    this.log = log;
  }

  /** A call went on unguarded, or a result was not recorded, since {@code failure} came up. */
  public void suppressed(Throwable failure) {
    suppressed.increment();
    StackTraceElement[] stack = failure.getStackTrace();
    String kind = failure.getClass().getName();
    if (stack.length > 0) {
      kind += stack[0];
    }
    if (kinds.size() >= MAX_KINDS || !kinds.add(kind)) {
      return;
    }
    StringBuilder text = new StringBuilder("a failure inside Weir was kept from the application, ");
    text.append("which went on unguarded for this call. Please report it: ").append(failure);
    for (int i = 0; i < Math.min(stack.length, MAX_FRAMES); i++) {
      text.append(System.lineSeparator()).append("weir:     at ").append(stack[i]);
    }
    log.error(text.toString());
  }

  /** A class could not be instrumented. */
  public void classSkipped() {
    skippedClasses.increment();
  }

  /** Calls that went on unguarded, or results not recorded, because Weir failed. */
  public long suppressedCount() {
    return suppressed.sum();
  }

  /** Classes that could not be instrumented. */
  public long skippedClassCount() {
    return skippedClasses.sum();
  }
}
