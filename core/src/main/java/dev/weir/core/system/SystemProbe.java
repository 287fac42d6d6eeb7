package dev.weir.core.system;

import java.io.IOException;

/** What the system tells of this process. Asked by one thread at a time. */
interface SystemProbe {

  /**
   * The CPU time that the process has used since it began, in nanoseconds; -1 where the system does
   * not tell.
   *
   * @throws IOException if it cannot be read this time
   */
  long cpuNanos() throws IOException;

  /**
   * How many CPUs the process may use at a time, above 0; fractions where a quota says so.
   *
   * @throws IOException if it cannot be read this time
   */
  double allowedCpus() throws IOException;

  /**
   * The load average of the last minute; NaN where the system has none.
   *
   * @throws IOException if it cannot be read this time
   */
  double loadAverage() throws IOException;
}
