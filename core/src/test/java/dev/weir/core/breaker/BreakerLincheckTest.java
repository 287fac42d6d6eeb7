package dev.weir.core.breaker;

import dev.weir.core.EngineListener;
import dev.weir.core.FakeTicker;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.Waiting;
import dev.weir.core.breaker.NaiveBreaker.Admitted;
import dev.weir.core.breaker.NaiveBreaker.End;
import dev.weir.core.chain.SlotContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Transitions are linearizable: every interleaving gives what some order gives on the naive model.
 * It begins open, at the very moment of its first trial; two failed calls open it once it is
 * closed, and then it stays so, since time stands still: a thread that is late with an older
 * reading of the clock is right, but takes effect at another time than the model would note.
 */
@Param(name = "end", gen = IntGen.class, conf = "0:3")
@Param(name = "thread", gen = ThreadIdGen.class)
public class BreakerLincheckTest {

  private static final int THREADS = 8;
  private static final int FAILURES = 2;
  private static final long OPEN_FOR = 1_000;

  private final BreakerSlot slot =
      new BreakerSlot(
          rule(),
          new SlotContext(
              Rulebook.entry("x", "web:GET /x"),
              null,
              new FakeTicker(),
              0,
              EngineListener.NONE,
              Waiting.ALLOWED));

  /** The permit of the latest call of each thread, and 1; no other touches it. */
  private final long[] permits = new long[THREADS];

  public BreakerLincheckTest() {
    for (int i = 0; i < FAILURES; i++) {
      slot.exit(slot.take(0), 0, 0, Line.FAILED);
    }
  }

  private static BreakerRule rule() {
    return RuleBuilder.breaker().errorCount(FAILURES).openFor(OPEN_FOR).probes(2).rule();
  }

  @Operation
  public boolean begin(@Param(name = "thread") int thread) {
    permits[thread] = slot.take(OPEN_FOR) + 1;
    return permits[thread] > 0;
  }

  @Operation
  public void end(@Param(name = "thread") int thread, @Param(name = "end") int end) {
    long permit = permits[thread] - 1;
    permits[thread] = 0;
    if (permit < 0) {
      return;
    }
    switch (end) {
      case 0 -> slot.exit(permit, OPEN_FOR, OPEN_FOR, Line.FAILED);
      case 1 -> slot.exit(permit, OPEN_FOR, OPEN_FOR, Outcome.GIVEN_UP);
      case 2 -> slot.undo(permit, OPEN_FOR);
      default -> slot.exit(permit, OPEN_FOR, OPEN_FOR, Outcome.RETURNED);
    }
  }

  @Operation
  public String state() {
    return slot.snapshot(OPEN_FOR).state();
  }

  @Test
  void everyInterleavingIsThatOfTheModel() {
    new ModelCheckingOptions()
        .iterations(12)
        .invocationsPerIteration(300)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(3)
        .sequentialSpecification(Model.class)
        .check(BreakerLincheckTest.class);
  }

  @Test
  void underStressItIsThatOfTheModel() {
    new StressOptions()
        .iterations(10)
        .invocationsPerIteration(500)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(3)
        .sequentialSpecification(Model.class)
        .check(BreakerLincheckTest.class);
  }

  /** The same on the model. */
  public static final class Model {
    private final NaiveBreaker breaker = new NaiveBreaker(rule());
    private final Map<Integer, @Nullable Admitted> calls = new HashMap<>();

    /** As the test begins. */
    public Model() {
      for (int i = 0; i < FAILURES; i++) {
        breaker.end(Objects.requireNonNull(breaker.ask(0)), new End(true, true, -1), 0);
      }
    }

    public boolean begin(int thread) {
      Admitted call = breaker.ask(OPEN_FOR);
      calls.put(thread, call);
      return call != null;
    }

    public void end(int thread, int end) {
      Admitted call = calls.remove(thread);
      if (call == null) {
        return;
      }
      if (end == 2) {
        breaker.undo(call, OPEN_FOR);
      } else {
        breaker.end(call, new End(end != 1, end == 0, -1), OPEN_FOR);
      }
    }

    public String state() {
      return breaker.state();
    }
  }
}
