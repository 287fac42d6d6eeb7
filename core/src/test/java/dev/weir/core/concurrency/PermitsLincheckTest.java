package dev.weir.core.concurrency;

import dev.weir.core.FakeTicker;
import dev.weir.core.ScriptedParking;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Taking, waiting, giving up, giving back and changing max are linearizable: every interleaving
 * gives what some order gives on a list of who is inside and who waits.
 *
 * <p>A call that gives up gives back what it owns, as it does in earnest when it is interrupted:
 * the permit may have come for it while it was leaving.
 */
@Param(name = "thread", gen = ThreadIdGen.class)
@Param(name = "max", gen = IntGen.class, conf = "0:3")
public class PermitsLincheckTest {

  private static final int THREADS = 8;
  private static final int MAX = 1;

  private final Permits permits = new Permits(MAX, new ScriptedParking(new FakeTicker()));

  /** Of each thread; no other touches them. */
  private final int[] held = new int[THREADS];

  private final @Nullable Place[] places = new @Nullable Place[THREADS];

  @Operation
  public boolean take(@Param(name = "thread") int thread) {
    boolean taken = permits.take();
    held[thread] += taken ? 1 : 0;
    return taken;
  }

  @Operation
  public String enter(@Param(name = "thread") int thread) {
    if (places[thread] != null) {
      return "";
    }
    Place place = Place.ofCall(Thread.currentThread());
    Permits.Entered entered = permits.enter(place, Integer.MAX_VALUE);
    if (entered == Permits.Entered.IN_LINE) {
      places[thread] = place;
    } else {
      held[thread]++;
    }
    return entered.name();
  }

  /** Whether the call that waits has got its permit. */
  @Operation
  public boolean served(@Param(name = "thread") int thread) {
    Place place = places[thread];
    if (place == null || !place.isGranted()) {
      return false;
    }
    places[thread] = null;
    held[thread]++;
    return true;
  }

  @Operation
  public void giveUp(@Param(name = "thread") int thread) {
    Place place = places[thread];
    if (place != null) {
      places[thread] = null;
      if (permits.leave(place)) {
        permits.release();
      }
    }
  }

  @Operation
  public void release(@Param(name = "thread") int thread) {
    if (held[thread] > 0) {
      held[thread]--;
      permits.release();
    }
  }

  @Operation(nonParallelGroup = "reload")
  public void change(@Param(name = "max") int max) {
    permits.change(max);
  }

  @Test
  void everyInterleavingIsThatOfTheList() {
    new ModelCheckingOptions()
        .iterations(20)
        .invocationsPerIteration(500)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(4)
        .actorsAfter(3)
        .sequentialSpecification(Calls.class)
        .check(PermitsLincheckTest.class);
  }

  @Test
  void underStressItIsThatOfTheList() {
    new StressOptions()
        .iterations(10)
        .invocationsPerIteration(500)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(4)
        .actorsAfter(3)
        .sequentialSpecification(Calls.class)
        .check(PermitsLincheckTest.class);
  }

  /** The naive model. */
  public static class Calls {
    private int max = MAX;
    private int inside;
    private final int[] held = new int[THREADS];
    private final List<Integer> waiting = new ArrayList<>();
    private final boolean[] granted = new boolean[THREADS];

    public boolean take(int thread) {
      if (inside >= max || !waiting.isEmpty()) {
        return false;
      }
      inside++;
      held[thread]++;
      return true;
    }

    public String enter(int thread) {
      if (waiting.contains(thread) || granted[thread]) {
        return "";
      }
      if (take(thread)) {
        return Permits.Entered.AT_ONCE.name();
      }
      waiting.add(thread);
      return Permits.Entered.IN_LINE.name();
    }

    public boolean served(int thread) {
      if (!granted[thread]) {
        return false;
      }
      granted[thread] = false;
      held[thread]++;
      return true;
    }

    public void giveUp(int thread) {
      waiting.remove((Integer) thread);
      if (granted[thread]) {
        granted[thread] = false;
        leave();
      }
    }

    public void release(int thread) {
      if (held[thread] > 0) {
        held[thread]--;
        leave();
      }
    }

    public void change(int newMax) {
      max = newMax;
      serve();
    }

    private void leave() {
      inside--;
      serve();
    }

    private void serve() {
      while (inside < max && !waiting.isEmpty()) {
        granted[waiting.remove(0)] = true;
        inside++;
      }
    }
  }
}
