package dev.weir.core.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.FakeTicker;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Pins, unpins, drops and changes are linearizable: every interleaving admits what some order of it
 * admits on a plain count for each key. There is room for one of the two keys, which have different
 * shared values, and all that is empty is dropped whenever the clock is moved. So a value that is
 * dropped while it is used, one that is made twice, and a key that moves from its shared value to
 * its own without being judged by both, each admit a call too many.
 */
@Param(name = "key", gen = IntGen.class, conf = "0:1")
@Param(name = "thread", gen = ThreadIdGen.class)
public class KeyTableLincheckTest {

  private static final int MAX = 1;
  private static final int ROOM = 1;
  private static final int THREADS = 8;
  private static final long MINUTE = 60_000_000_000L;
  private static final String[] KEYS = {"a", "b"};

  private final FakeTicker ticker = new FakeTicker();
  private final KeyTable<Turnstile> table =
      new KeyTable<>(ticker, new Turnstile.Rule(MAX, ROOM, new AtomicInteger()));

  /** What each thread is inside of, of its own or shared; no other thread touches it. */
  private final @Nullable Turnstile[] inside = new @Nullable Turnstile[THREADS];

  private final @Nullable Turnstile[] insideToo = new @Nullable Turnstile[THREADS];

  /** Held while two turnstiles are entered or left, which is one step to the plain count. */
  private final Object deciding = new Object();

  /** The pin ends when the call is decided: a turnstile with someone inside is not idle. */
  @Operation
  public boolean enter(@Param(name = "key") int key, @Param(name = "thread") int thread) {
    if (inside[thread] != null) {
      return false;
    }
    KeyNode<Turnstile> node = table.pin(KEYS[key], ticker.nanos());
    KeyNode<Turnstile> beside = table.beside(node, ticker.nanos());
    boolean admitted = enter(thread, node.value(), beside == null ? null : beside.value());
    node.unpin();
    if (beside != null) {
      beside.unpin();
    }
    return admitted;
  }

  private boolean enter(int thread, Turnstile own, @Nullable Turnstile shared) {
    synchronized (deciding) {
      if (!own.enter()) {
        return false;
      }
      if (shared != null && !shared.enter()) {
        own.leave();
        return false;
      }
    }
    inside[thread] = own;
    insideToo[thread] = shared;
    return true;
  }

  @Operation
  public void leave(@Param(name = "thread") int thread) {
    Turnstile own = inside[thread];
    Turnstile shared = insideToo[thread];
    if (own != null) {
      synchronized (deciding) {
        own.leave();
        if (shared != null) {
          shared.leave();
        }
      }
      inside[thread] = null;
      insideToo[thread] = null;
    }
  }

  @Operation
  public void drop() {
    ticker.advance(MINUTE);
    table.pin(null, ticker.nanos()).unpin();
  }

  @Operation
  public void change() {
    table.change(new Turnstile.Rule(MAX, ROOM, new AtomicInteger()));
  }

  @Test
  void theKeysHaveDifferentSharedValues() {
    assertThat(KeyTable.cell(KEYS[0])).isNotEqualTo(KeyTable.cell(KEYS[1]));
  }

  @Test
  void everyInterleavingIsThatOfPlainCounts() {
    new ModelCheckingOptions()
        .iterations(8)
        .invocationsPerIteration(300)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(2)
        .sequentialSpecification(Counts.class)
        .check(KeyTableLincheckTest.class);
  }

  @Test
  void underStressItIsThatOfPlainCounts() {
    new StressOptions()
        .iterations(8)
        .invocationsPerIteration(500)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(2)
        .sequentialSpecification(Counts.class)
        .check(KeyTableLincheckTest.class);
  }

  /** The naive model. */
  public static class Counts {
    private final int[] count = new int[KEYS.length];
    private final int[] inside = new int[THREADS];

    public boolean enter(int key, int thread) {
      if (inside[thread] != 0 || count[key] >= MAX) {
        return false;
      }
      count[key]++;
      inside[thread] = key + 1;
      return true;
    }

    public void leave(int thread) {
      if (inside[thread] != 0) {
        count[inside[thread] - 1]--;
        inside[thread] = 0;
      }
    }

    public void drop() {
      // Nobody can tell.
    }

    public void change() {
      // To the same.
    }
  }
}
