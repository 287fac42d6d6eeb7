package dev.weir.core.flow;

import dev.weir.core.FakeTicker;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/**
 * Every interleaving gives the instants that some order of the calls gives. What the instants are
 * to be is for {@link PacerModelTest} to say; here it is the algorithm, one call after the other.
 */
@Param(name = "now", gen = IntGen.class, conf = "1:30")
@Param(name = "thread", gen = ThreadIdGen.class)
public class PacerLincheckTest {

  private static final int SPACING = 10;
  private static final int TOLERANCE = SPACING;
  private static final int MAX_WAIT = 25;
  private static final int MAX_WAITING = 2;

  /** After all that is granted to other calls. */
  private static final int LATE = 100;

  private static final int THREADS = 8;
  private static final FlowRule RULE =
      new FlowRule(
          null, null, new Rate(1, SPACING), new Pacing(2, MAX_WAIT, MAX_WAITING), null, null, null);

  private final Pacer pacer = new Pacer(new FakeTicker(), -Pacer.BEGINNING, RULE);

  /** Permits of each thread that can be undone; no other thread touches them. */
  private final long[] permits = new long[THREADS];

  /** How long a call waits that read the clock then, or -1. */
  @Operation
  public long take(@Param(name = "thread") int thread, @Param(name = "now") int now) {
    return take(thread, now, Integer.MAX_VALUE);
  }

  /** The same where few may wait. */
  @Operation
  public long takeLate(@Param(name = "thread") int thread) {
    return take(thread, LATE, MAX_WAITING);
  }

  private long take(int thread, int now, int maxWaiting) {
    long permit = pacer.take(now, MAX_WAIT, maxWaiting);
    permits[thread] = permit;
    return permit < 0 ? -1 : Pacer.delayNanos(permit, now, -Pacer.BEGINNING);
  }

  /** Whether the last call of the thread gave its slot back. */
  @Operation
  public boolean undo(@Param(name = "thread") int thread) {
    boolean returned = permits[thread] > 0 && pacer.undo(permits[thread]);
    permits[thread] = 0;
    return returned;
  }

  @Operation
  public long waiting() {
    return pacer.waiting(LATE);
  }

  @Test
  void everyInterleavingIsThatOfTheList() {
    new ModelCheckingOptions()
        .iterations(20)
        .invocationsPerIteration(500)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(3)
        .actorsAfter(3)
        .sequentialSpecification(Instants.class)
        .check(PacerLincheckTest.class);
  }

  @Test
  void underStressItIsThatOfTheList() {
    new StressOptions()
        .iterations(8)
        .invocationsPerIteration(500)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(3)
        .actorsAfter(3)
        .sequentialSpecification(Instants.class)
        .check(PacerLincheckTest.class);
  }

  /** One call after the other. */
  public static class Instants {
    private long due = -1_000;
    private final long[] after = new long[THREADS];

    public long take(int thread, int now) {
      return take(thread, now, Integer.MAX_VALUE);
    }

    public long takeLate(int thread) {
      return take(thread, LATE, MAX_WAITING);
    }

    private long take(int thread, int now, int maxWaiting) {
      after[thread] = 0;
      long wait = Math.max(0, due - TOLERANCE - now);
      if (wait > MAX_WAIT || (wait > 0 && waiting(now) >= maxWaiting)) {
        return -1;
      }
      due = (wait > 0 ? due : Math.max(due, now)) + SPACING;
      after[thread] = due;
      return wait;
    }

    public boolean undo(int thread) {
      boolean last = after[thread] != 0 && after[thread] == due;
      due -= last ? SPACING : 0;
      after[thread] = 0;
      return last;
    }

    public long waiting() {
      return waiting(LATE);
    }

    private long waiting(int now) {
      long count = 0;
      for (long instant = due - TOLERANCE - SPACING; instant > now; instant -= SPACING) {
        count++;
      }
      return count;
    }
  }
}
