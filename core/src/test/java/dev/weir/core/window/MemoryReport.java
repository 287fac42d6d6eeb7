package dev.weir.core.window;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.Random;

/**
 * Prints what the statistics of a name take. From the root of the project:
 *
 * <pre>
 * mvn -q -pl core test-compile
 * java -cp core/target/classes:core/target/test-classes dev.weir.core.window.MemoryReport
 * </pre>
 */
public final class MemoryReport {

  private static final int NAMES = 1_000;
  private static final long SECOND = 1_000_000_000;

  private MemoryReport() {}

  public static void main(String[] arguments) {
    print("a name that nobody calls", 0, 0);
    print("a name called once", 1, 0);
    print("a name called once a minute for a day", 1_440, 60);
    print("after a minute of 100 calls a second, 1 to 50 ms", 6_400, 0.01);
    print("after a minute of 1,000 calls a second, 1 to 50 ms", 64_000, 0.001);
  }

  private static void print(String what, int calls, double secondsBetween) {
    System.out.printf("%-52s %,8d bytes%n", what, each(calls, secondsBetween));
  }

  private static long each(int calls, double secondsBetween) {
    MemoryMXBean heap = ManagementFactory.getMemoryMXBean();
    long[] times = new Random(1).longs(1_000, 1_000_000, 50_000_000).toArray();
    CallStatistics[] names = new CallStatistics[NAMES];
    heap.gc();
    long before = heap.getHeapMemoryUsage().getUsed();
    for (int name = 0; name < NAMES; name++) {
      names[name] = new CallStatistics(0);
      for (int i = 0; i < calls; i++) {
        long now = (long) (i * secondsBetween * SECOND);
        names[name].passed(now);
        names[name].completed(now, times[i % times.length], false, false);
      }
    }
    heap.gc();
    long used = heap.getHeapMemoryUsage().getUsed() - before;
    // None is late; asking keeps all of them until here.
    return used / NAMES + names[0].late();
  }
}
