package dev.weir.core.flow;

import dev.weir.core.FakeTicker;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/**
 * Takes and undoes are linearizable: every interleaving gives what some order of them gives on a
 * list of time stamps. A period of 64 ns makes each nanosecond a bucket, so that the list decides
 * exactly as the window must, and a few steps of the clock turn it often.
 */
@Param(name = "step", gen = IntGen.class, conf = "1:65")
@Param(name = "thread", gen = ThreadIdGen.class)
public class SlidingWindowLincheckTest {

  private static final int LIMIT = 2;
  private static final int PERIOD = 64;
  private static final int THREADS = 8;

  private final FakeTicker ticker = new FakeTicker();
  private final SlidingWindow window = new SlidingWindow(ticker, new Rate(LIMIT, PERIOD));

  /** Permits of each thread that can be undone; no other thread touches them. */
  private final long[] permits = new long[THREADS];

  /** What a permit is to the window is no matter of the contract. */
  @Operation
  public boolean take(@Param(name = "thread") int thread) {
    long permit = window.take(ticker.nanos());
    permits[thread] = permit + 1;
    return permit >= 0;
  }

  /**
   * The look turns the window to the time of the undo. Without it a take that read the clock before
   * could be granted thanks to this undo with its time, which is right, but the list notes the time
   * of taking effect.
   */
  @Operation
  public void undo(@Param(name = "thread") int thread) {
    if (permits[thread] > 0) {
      window.look(ticker.nanos());
      window.undo(permits[thread] - 1);
      permits[thread] = 0;
    }
  }

  @Operation
  public void advance(@Param(name = "step") int step) {
    ticker.advance(step > 2 && step < 60 ? 1 : step);
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
        .sequentialSpecification(TimeStamps.class)
        .check(SlidingWindowLincheckTest.class);
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
        .sequentialSpecification(TimeStamps.class)
        .check(SlidingWindowLincheckTest.class);
  }

  /** The naive model. */
  public static class TimeStamps {
    private long now;
    private final List<Long> granted = new ArrayList<>();
    private final Long[] latest = new Long[THREADS];

    public boolean take(int thread) {
      latest[thread] = null;
      long inWindow = granted.stream().filter(at -> at >= now - PERIOD).count();
      if (inWindow >= LIMIT) {
        return false;
      }
      latest[thread] = now;
      granted.add(now);
      return true;
    }

    public void undo(int thread) {
      if (latest[thread] != null) {
        granted.remove(latest[thread]);
        latest[thread] = null;
      }
    }

    public void advance(int step) {
      now += step > 2 && step < 60 ? 1 : step;
    }
  }
}
