package dev.weir.core.flow;

import java.util.ArrayDeque;
import java.util.Iterator;

/** The naive model of a window: every grant's time. Times are compared by subtraction. */
final class TimeStamps {

  private final long period;
  private final ArrayDeque<Long> granted = new ArrayDeque<>();

  TimeStamps(long period) {
    this.period = period;
  }

  /** Times must not fall. */
  void grant(long at) {
    granted.addLast(at);
    while (at - granted.getFirst() > 2 * period) {
      granted.removeFirst();
    }
  }

  void undo(long at) {
    granted.removeLastOccurrence(at);
  }

  /** Grants in (now - period, now]: the half-open interval of a period that ends just after now. */
  long inLastPeriod(long now) {
    long count = 0;
    for (Iterator<Long> latest = granted.descendingIterator(); latest.hasNext(); count++) {
      if (now - latest.next() >= period) {
        break;
      }
    }
    return count;
  }

  /** Grants in (now - 65/64 periods, now]. */
  long inLast65Of64Periods(long now) {
    long count = 0;
    for (Iterator<Long> latest = granted.descendingIterator(); latest.hasNext(); count++) {
      long age = now - latest.next();
      if (age - period >= (period - 1) / 64 + 1) {
        break;
      }
    }
    return count;
  }
}
