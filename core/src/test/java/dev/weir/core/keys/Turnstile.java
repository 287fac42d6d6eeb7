package dev.weir.core.keys;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A value that threads are inside of, at most so many; it notices when it is used after its end.
 */
final class Turnstile {

  final Object key;
  private final int max;
  private final AtomicInteger inside;

  /** The rule that made it; each is another, also where it is equal. */
  private final Rule rule;

  private Turnstile(Object key, Rule rule, AtomicInteger inside) {
    this.key = key;
    this.max = rule.max;
    this.rule = rule;
    this.inside = inside;
  }

  boolean enter() {
    for (; ; ) {
      int seen = inside.get();
      if (seen >= max) {
        return false;
      }
      if (inside.compareAndSet(seen, seen + 1)) {
        return true;
      }
    }
  }

  void leave() {
    if (inside.getAndDecrement() <= 0) {
      throw new AssertionError(key + " is left by more than entered");
    }
  }

  boolean isIdle() {
    return inside.get() == 0;
  }

  boolean isOfOneCountWith(Turnstile other) {
    return inside == other.inside;
  }

  /** Turnstiles of one rule; idle as soon as nobody is inside, so that they go at every turn. */
  record Rule(int max, int maxKeys, AtomicInteger upgrades) implements KeyedValues<Turnstile> {

    @Override
    public Turnstile make(Object key) {
      return new Turnstile(key, this, new AtomicInteger());
    }

    @Override
    public Turnstile upgraded(Object key, Turnstile before) {
      if (before.rule.upgrades == upgrades) {
        throw new AssertionError(key + " is upgraded a second time");
      }
      upgrades.incrementAndGet();
      return new Turnstile(key, this, before.inside);
    }

    @Override
    public boolean isIdle(Turnstile value, long now) {
      return value.isIdle();
    }

    @Override
    public boolean isNamed(Object key) {
      return false;
    }

    /** Only an empty turnstile remembers nothing. */
    @Override
    public long memoryNanos() {
      return Long.MAX_VALUE;
    }

    @Override
    public void exhausted(long overflowed, long now) {
      // Others test that.
    }
  }
}
