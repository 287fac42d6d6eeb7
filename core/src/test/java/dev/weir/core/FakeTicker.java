package dev.weir.core;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that a test moves. */
public final class FakeTicker implements Ticker {

  private final AtomicLong nanos;

  public FakeTicker() {
    this(0);
  }

  public FakeTicker(long nanos) {
    this.nanos = new AtomicLong(nanos);
  }

  @Override
  public long nanos() {
    return nanos.get();
  }

  public void set(long now) {
    nanos.set(now);
  }

  public void advance(long by) {
    nanos.addAndGet(by);
  }
}
