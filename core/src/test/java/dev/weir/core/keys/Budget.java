package dev.weir.core.keys;

import java.util.ArrayList;
import java.util.List;

/** A value that keeps every time stamp: a number of calls a period, and what is inside. */
final class Budget {

  /** What counts, across changes of the limit. */
  static final class Log {
    private final List<Long> grants = new ArrayList<>();
    private int inside;
  }

  final Object key;
  final long limit;
  final long period;
  final int change;
  private final Log log;

  Budget(Object key, long limit, long period, int change, Log log) {
    this.key = key;
    this.limit = limit;
    this.period = period;
    this.change = change;
    this.log = log;
  }

  Budget withLimit(long other, int laterChange) {
    return new Budget(key, other, period, laterChange, log);
  }

  boolean sharesLogWith(Budget other) {
    return log == other.log;
  }

  boolean isFull(long now) {
    return grantedSince(now - period) >= limit;
  }

  void grant(long now) {
    log.grants.add(now);
    log.inside++;
  }

  void leave() {
    log.inside--;
  }

  boolean isIdle(long now) {
    return log.inside == 0 && grantedSince(now - period) == 0;
  }

  private long grantedSince(long instant) {
    return log.grants.stream().filter(at -> at - instant > 0).count();
  }
}
