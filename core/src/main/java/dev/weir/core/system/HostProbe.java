package dev.weir.core.system;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks the system that this JVM runs on, with {@code java.base} alone: a runtime trimmed to few
 * modules has no management beans.
 *
 * <p><b>What is used</b> is the CPU time of this process, from {@code /proc/self/stat}, elsewhere
 * what the JDK tells of a process. Not that of the whole control group: refusing calls of this JVM
 * brings down nothing that another process of the container uses, so that a busy neighbour would
 * make it refuse more and more, in vain.
 *
 * <p><b>What may be used</b> is the smaller of the processors that the JVM sees (its affinity and
 * cpusets) and the quota of its control groups, which the JVM itself knows in whole CPUs only.
 */
final class HostProbe implements SystemProbe {

  /** In which Linux tells CPU time to programs: the same on all architectures that Java runs on. */
  private static final long TICK_NANOS = 10_000_000;

  /** Of the fields of {@code /proc/self/stat}, counted from behind the name. */
  private static final int USER_TIME = 11;

  private static final int SYSTEM_TIME = 12;

  private final HostFiles files;

  /**
   * @param root {@code /}, or a directory that looks like it as far as it goes
   */
  HostProbe(File root) {
    this.files = new HostFiles(root);
  }

  @Override
  public long cpuNanos() throws IOException {
    String stat = files.read("proc/self/stat");
    if (stat != null) {
      return cpuNanos(stat);
    }
    Duration total = ProcessHandle.current().info().totalCpuDuration().orElse(null);
    return total == null ? -1 : total.toNanos();
  }

  /** The name of a process stands in parentheses, and may itself hold some, and blanks. */
  static long cpuNanos(String stat) throws IOException {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ", -1);
    if (fields.length <= SYSTEM_TIME) {
      throw new IOException("not a process's state: " + stat);
    }
    try {
      long ticks = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
      return ticks * TICK_NANOS;
    } catch (NumberFormatException e) {
      throw new IOException("not a process's state: " + stat, e);
    }
  }

  @Override
  public double allowedCpus() throws IOException {
    return Math.min(Runtime.getRuntime().availableProcessors(), CpuQuota.read(files));
  }

  @Override
  public double loadAverage() throws IOException {
    String text = files.read("proc/loadavg");
    return text == null ? Double.NaN : loadAverage(text);
  }

  private static double loadAverage(String text) throws IOException {
    int end = text.indexOf(' ');
    Double load = number(end < 0 ? text : text.substring(0, end));
    if (load == null || !(load >= 0)) {
      throw new IOException("not a load average: " + text);
    }
    return load;
  }

  private static @Nullable Double number(String text) {
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException notOne) {
      return null;
    }
  }
}
