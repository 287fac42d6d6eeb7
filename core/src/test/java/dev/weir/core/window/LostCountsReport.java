package dev.weir.core.window;

import dev.weir.core.window.Writers.Account;

/**
 * Prints how many counts are lost where buckets of 10 ms turn under many threads, ten seconds each,
 * beside the naive structure of the field. From the root of the project:
 *
 * <pre>
 * mvn -q -pl core test-compile
 * java -cp core/target/classes:core/target/test-classes dev.weir.core.window.LostCountsReport
 * </pre>
 */
public final class LostCountsReport {

  private static final long MILLI = 1_000_000;
  private static final long RUN = 10_000 * MILLI;

  private LostCountsReport() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.out.printf(
        "%-36s %8s %13s %9s %9s %6s %12s %s%n",
        "structure", "threads", "counts", "lost", "doubled", "late", "share", "slowest writer");
    for (int threads : new int[] {8, 64}) {
      print("Weir", threads, CountingRing.ofStatistics());
      print("ring reset in place under a try-lock", threads, CountingRing.naive());
    }
  }

  private static void print(String name, int threads, CountingRing ring)
      throws InterruptedException {
    Account account = new Writers(ring, 10 * MILLI, RUN).run(threads);
    System.out.printf(
        "%-36s %8d %,13d %,9d %,9d %6d %12.2e %,11d us%n",
        name,
        threads,
        account.counted(),
        account.lost(),
        account.doubled(),
        account.late(),
        (double) (account.lost() + account.doubled()) / account.counted(),
        account.slowestNanos() / 1000);
  }
}
