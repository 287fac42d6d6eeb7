package dev.weir.core;

/** A class rather than a method reference: no lambda is bootstrapped while a JVM starts. */
final class SystemTicker implements Ticker {

  static final Ticker INSTANCE = new SystemTicker();

  @Override
  public long nanos() {
    return System.nanoTime();
  }
}
