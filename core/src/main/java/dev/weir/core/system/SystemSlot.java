package dev.weir.core.system;

import dev.weir.core.BlockReason;
import dev.weir.core.Outcome;
import dev.weir.core.Verdict;
import dev.weir.core.chain.FollowingSlot;
import dev.weir.core.chain.SlotContext;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What {@code cpu}, {@code load} and {@code inbound-latency} of the system rules refuse.
 *
 * <p>It decides when it is asked to take, not when one looks: of a share, each call that is asked
 * about counts. It is asked before any other slot takes, so that no call waits in a line to be
 * refused here.
 */
final class SystemSlot implements FollowingSlot {

  private final SystemRule rule;
  private final SlotContext context;
  private final Overload overload;

  SystemSlot(SystemRule rule, SlotContext context, Overload overload) {
    this.rule = rule;
    this.context = context;
    this.overload = overload;
  }

  Overload overload() {
    return overload;
  }

  @Override
  public boolean isFull(long now) {
    return false;
  }

  @Override
  public long take(long now) {
    return overload.refuses(now) ? REFUSED : 0;
  }

  @Override
  public void undo(long permit, long now) {
    overload.undo();
  }

  @Override
  public void exit(long permit, long startNanos, long endNanos, Outcome outcome) {
    overload.completed(endNanos, endNanos - startNanos);
  }

  /** When it is over is not known: the share of now says nothing of a call to come. */
  @Override
  public Verdict refusal(long now) {
    Overload.Refusal why = overload.refusal();
    return Verdict.block(BlockReason.SYSTEM, context.entry(), why.limit(), why.message(), -1);
  }

  @Override
  public Map<String, Object> state(long now) {
    Shedding latest = overload.latest();
    boolean stale = latest.isStale(now);
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("refused-share", stale ? 0.0 : rounded(latest.share()));
    words.put("refused", overload.refusedCalls());
    words.put("inside", overload.inside());
    if (rule.hasCpu()) {
      putIfKnown(words, "used-cpus", latest.usedCpus());
      putIfKnown(words, "allowed-cpus", latest.allowedCpus());
    }
    if (rule.hasLoad()) {
      putIfKnown(words, "load", latest.load());
      if (latest.mostInside() != Integer.MAX_VALUE) {
        words.put("most-inside", (long) latest.mostInside());
      }
    }
    if (rule.hasLatency() && !Double.isNaN(latest.latencyNanos())) {
      words.put("latency-nanos", Math.round(latest.latencyNanos()));
    }
    words.put("failed-readings", overload.failedReadings());
    return words;
  }

  private static void putIfKnown(Map<String, Object> words, String word, double value) {
    if (!Double.isNaN(value)) {
      words.put(word, rounded(value));
    }
  }

  private static double rounded(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
