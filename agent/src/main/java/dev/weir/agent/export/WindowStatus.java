package dev.weir.agent.export;

import dev.weir.core.window.WindowTotals;
import java.util.Map;

/** Calls in some stretch of time as JMX shows them. */
public final class WindowStatus {

  private final WindowTotals window;

  WindowStatus(WindowTotals window) {
    this.window = window;
  }

  /** How long it is. */
  public long getSpanNanos() {
    return window.spanNanos();
  }

  public long getPassed() {
    return window.calls().passed();
  }

  public Map<String, Long> getBlocked() {
    return JmxExporter.byKey(window.calls().blocked());
  }

  public long getWouldBlock() {
    return window.calls().wouldBlock();
  }

  public long getCompleted() {
    return window.calls().completed();
  }

  public long getFailed() {
    return window.calls().failed();
  }

  public long getSlow() {
    return window.calls().slow();
  }

  /** Calls admitted a second. */
  public double getPassedPerSecond() {
    return window.passedPerSecond();
  }

  /** Calls refused a second, for whatever reason. */
  public double getBlockedPerSecond() {
    return window.blockedPerSecond();
  }

  public double getCompletedPerSecond() {
    return window.completedPerSecond();
  }

  public double getFailedPerSecond() {
    return window.failedPerSecond();
  }

  /** Mean response time; -1 where no call ended. */
  public long getRtMeanNanos() {
    return window.calls().rtMeanNanos();
  }

  /** The fastest call; -1 where none ended. */
  public long getRtMinNanos() {
    return window.rtMinNanos();
  }
}
