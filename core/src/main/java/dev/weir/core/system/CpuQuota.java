package dev.weir.core.system;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The CPU quota of the control groups that this process is in, versions 1 and 2: the smallest from
 * its own group up to the top, since each holds for all below it.
 *
 * <p>{@code /proc/self/cgroup} says which group, {@code /proc/self/mountinfo} where groups are to
 * be seen. In a container the two may be of different views: the path is one of the host, of which
 * the container sees a part only. What the mount says is its root is taken off the path then; if
 * that is not its beginning, the top of the mount is the group. (The JDK's own detection, {@code
 * cgroupSubsystem_linux.cpp}, goes the same way.)
 */
final class CpuQuota {

  private static final double NONE = Double.POSITIVE_INFINITY;

  private final HostFiles files;
  private @Nullable IOException failure;

  private CpuQuota(HostFiles files) {
    this.files = files;
  }

  /**
   * In CPUs, above 0; infinite where there is none.
   *
   * @throws IOException if there is no quota among what can be read, and something cannot
   */
  static double read(HostFiles files) throws IOException {
    String groups = files.read("proc/self/cgroup");
    String mounts = files.read("proc/self/mountinfo");
    if (groups == null || mounts == null) {
      return NONE;
    }
    CpuQuota quota = new CpuQuota(files);
    List<Mount> found = mounts(mounts);
    double least = NONE;
    for (String line : groups.split("\n", -1)) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3) {
        boolean unified = parts[1].isEmpty();
        if (unified || lists(parts[1], "cpu")) {
          least = Math.min(least, quota.leastFrom(parts[2], unified, found));
        }
      }
    }
    if (least == NONE && quota.failure != null) {
      throw quota.failure;
    }
    return least;
  }

  private double leastFrom(String group, boolean unified, List<Mount> mounts) {
    for (Mount mount : mounts) {
      if (mount.unified == unified) {
        return leastUpTo(mount.point, mount.seen(group), unified);
      }
    }
    return NONE;
  }

  /**
   * @param below the path of the group from the mount point, which is empty or begins with a slash
   */
  private double leastUpTo(String mountPoint, String below, boolean unified) {
    String path = below;
    double least = NONE;
    for (; ; ) {
      least = Math.min(least, quota(mountPoint + path, unified));
      int slash = path.lastIndexOf('/');
      if (slash < 0) {
        return least;
      }
      path = path.substring(0, slash);
    }
  }

  private double quota(String directory, boolean unified) {
    try {
      return unified ? unified(directory) : legacy(directory);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      return NONE;
    }
  }

  /** {@code max 100000}, or {@code 50000 100000}: quota and period. The root group has no file. */
  private double unified(String directory) throws IOException {
    String text = files.read(directory + "/cpu.max");
    if (text == null || text.equals("max") || text.startsWith("max ")) {
      return NONE;
    }
    int blank = text.indexOf(' ');
    // The kernel writes both; the period may be left out by what writes such files in its place.
    String period = blank < 0 ? "100000" : text.substring(blank + 1).trim();
    return cpus(blank < 0 ? text : text.substring(0, blank), period);
  }

  /** A quota of -1 is none. */
  private double legacy(String directory) throws IOException {
    String quota = files.read(directory + "/cpu.cfs_quota_us");
    String period = files.read(directory + "/cpu.cfs_period_us");
    return quota == null || period == null || quota.startsWith("-") ? NONE : cpus(quota, period);
  }

  private static double cpus(String quota, String period) throws IOException {
    try {
      double cpus = (double) Long.parseLong(quota) / Long.parseLong(period);
      if (cpus > 0 && cpus != NONE) {
        return cpus;
      }
      throw new IOException("not a quota: " + quota + " of " + period);
    } catch (NumberFormatException e) {
      throw new IOException("not a quota: " + quota + " of " + period, e);
    }
  }

  /** Where control groups are mounted that may limit CPU, in the order of the system. */
  private static List<Mount> mounts(String mountinfo) {
    List<Mount> mounts = new ArrayList<>();
    for (String line : mountinfo.split("\n", -1)) {
      int dash = line.indexOf(" - ");
      String[] fields = dash < 0 ? new String[0] : line.substring(0, dash).split(" ", -1);
      String[] type = dash < 0 ? new String[0] : line.substring(dash + 3).split(" ", -1);
      if (fields.length >= 5 && type.length >= 3) {
        boolean unified = type[0].equals("cgroup2");
        if (unified || (type[0].equals("cgroup") && lists(type[2], "cpu"))) {
          mounts.add(new Mount(unified, unescaped(fields[3]), unescaped(fields[4])));
        }
      }
    }
    return mounts;
  }

  private static boolean lists(String commaSeparated, String word) {
    for (String each : commaSeparated.split(",", -1)) {
      if (each.equals(word)) {
        return true;
      }
    }
    return false;
  }

  /** Blanks and the like are written as a backslash and three octal digits. */
  private static String unescaped(String path) {
    StringBuilder plain = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      int code = c == '\\' && i + 3 < path.length() ? octal(path, i + 1) : -1;
      if (code >= 0) {
        plain.append((char) code);
        i += 3;
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  private static int octal(String text, int from) {
    int value = 0;
    for (int i = from; i < from + 3; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 7) {
        return -1;
      }
      value = value * 8 + digit;
    }
    return value;
  }

  /**
   * A part of a tree of groups.
   *
   * @param root the group that is seen at the mount point
   */
  private record Mount(boolean unified, String root, String point) {

    /** Where a group is below the mount point; empty for the mount point itself. */
    String seen(String group) {
      String inside = group.equals("/") ? "" : group;
      if (root.equals("/")) {
        // With a name space, a group outside of it is told as /../other.
        return inside.startsWith("/..") ? "" : inside;
      }
      boolean within = inside.equals(root) || inside.startsWith(root + "/");
      return within ? inside.substring(root.length()) : "";
    }
  }
}
