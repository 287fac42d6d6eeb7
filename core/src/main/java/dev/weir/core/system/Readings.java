package dev.weir.core.system;

import dev.weir.core.EngineEvent;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the system tells, as far as it does: a reading that fails is none. Each failure is counted,
 * and the first of each kind told. For one thread at a time, but for the count.
 */
final class Readings {

  /** How often quotas are read: they may change, but seldom do. */
  private static final long QUOTA_NANOS = 10_000_000_000L;

  private final SystemProbe probe;
  private final Set<String> told = new HashSet<>();
  private double allowedCpus = Runtime.getRuntime().availableProcessors();
  private long quotaDue;
  private final AtomicLong failures = new AtomicLong();

  Readings(SystemProbe probe, long now) {
    this.probe = probe;
    this.quotaDue = now;
  }

  /** Readings that failed. */
  long failures() {
    return failures.get();
  }

  /** CPU time of the process; -1 if it is not to be had. */
  long cpuNanos(Limits by, long now) {
    try {
      long nanos = probe.cpuNanos();
      if (nanos < 0) {
        failed("cpu", "cpu has no effect: the CPU time of the process is not to be had", by, now);
      }
      return nanos;
    } catch (IOException | RuntimeException e) {
      failed("cpu", "cpu refuses no call: the CPU time cannot be read: " + e, by, now);
      return -1;
    }
  }

  /** The load average; NaN if it is not to be had. */
  double load(Limits by, long now) {
    try {
      double load = probe.loadAverage();
      if (Double.isNaN(load)) {
        failed("load", "load has no effect: this system has no load average", by, now);
      }
      return load;
    } catch (IOException | RuntimeException e) {
      failed("load", "load refuses no call: the load average cannot be read: " + e, by, now);
      return Double.NaN;
    }
  }

  /** As last read, which is not long ago; at first what the JVM knows by itself. */
  double allowedCpus(Limits by, long now) {
    if (now - quotaDue >= 0) {
      quotaDue = now + QUOTA_NANOS;
      try {
        allowedCpus = probe.allowedCpus();
      } catch (IOException | RuntimeException e) {
        String cpus = Numbers.upToTwoPlaces(allowedCpus) + " CPUs";
        failed("quota", "cpu reckons with " + cpus + ": the quota cannot be read: " + e, by, now);
      }
    }
    return allowedCpus;
  }

  private void failed(String kind, String text, Limits by, long now) {
    failures.incrementAndGet();
    if (told.add(kind)) {
      by.tell(EngineEvent.Type.PROBE_FAILED, text, now);
    }
  }
}
