package dev.weir.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parks no thread: runs what a test wants to happen meanwhile, on the thread that would have been
 * parked. Once the script has ended, time passes until the park ends by itself.
 */
public final class ScriptedParking implements Parking {

  private final FakeTicker ticker;
  private final Deque<Runnable> script = new ArrayDeque<>();
  private final List<Long> parks = new ArrayList<>();
  private int wakeUps;

  public ScriptedParking(FakeTicker ticker) {
    this.ticker = ticker;
  }

  /** What happens during the next park that nothing is scripted for. */
  public ScriptedParking meanwhile(Runnable step) {
    script.add(step);
    return this;
  }

  /** For how long each park was to be. */
  public List<Long> parks() {
    return parks;
  }

  /** Threads that were woken. */
  public int wakeUps() {
    return wakeUps;
  }

  @Override
  public void park(Object reason, long nanos) {
    parks.add(nanos);
    Runnable step = script.poll();
    if (step == null) {
      ticker.advance(nanos);
    } else {
      step.run();
    }
  }

  @Override
  public void unpark(@Nullable Thread thread) {
    if (thread != null) {
      wakeUps++;
    }
  }
}
