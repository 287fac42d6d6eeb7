package dev.weir.core;

/**
 * The only clock of the engine: monotonic nanoseconds from an arbitrary origin. Values are compared
 * by subtraction alone, as {@link System#nanoTime()} demands.
 */
@FunctionalInterface
public interface Ticker {

  /** Now, in nanoseconds. Safe for use by many threads. */
  long nanos();

  /** The clock of the JVM. */
  static Ticker system() {
    return SystemTicker.INSTANCE;
  }
}
