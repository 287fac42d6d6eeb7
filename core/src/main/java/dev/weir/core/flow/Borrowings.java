package dev.weir.core.flow;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The permits to come that calls of priority wait for. An ordinary call is granted one only if
 * there are more.
 */
final class Borrowings {

  private final AtomicInteger pending = new AtomicInteger();

  int pending() {
    return pending.get();
  }

  /** Reserves one more; which of those to come it is, from 1. */
  int reserve() {
    return pending.incrementAndGet();
  }

  /** It has been granted, or given up. */
  void release() {
    pending.decrementAndGet();
  }
}
