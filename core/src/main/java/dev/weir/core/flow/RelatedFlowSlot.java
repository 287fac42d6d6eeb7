package dev.weir.core.flow;

import dev.weir.core.BlockReason;
import dev.weir.core.Verdict;
import dev.weir.core.chain.RelatedSlot;
import dev.weir.core.chain.Slot;
import dev.weir.core.chain.SlotContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** One {@code flow.related} of one entry: a window of the calls of another. */
final class RelatedFlowSlot implements RelatedSlot {

  /** A permit of the other entry that the window had no room for. */
  private static final long UNCOUNTED = Long.MAX_VALUE;

  private final RelatedRule rule;
  private final SlotContext context;

  /** Grants to calls of the other entry, of which there may be any number. */
  private final SlidingWindow window;

  private final Slot counting = new Counting();

  RelatedFlowSlot(RelatedRule rule, SlotContext context, SlidingWindow window) {
    this.rule = rule;
    this.context = context;
    this.window = window;
  }

  SlidingWindow window() {
    return window;
  }

  /** Whether its window holds what {@code other} asks for. */
  boolean counts(RelatedRule other) {
    return rule.related().equals(other.related())
        && window.periodNanos() == other.limit().periodNanos();
  }

  @Override
  public String related() {
    return rule.related();
  }

  @Override
  public Slot counting() {
    return counting;
  }

  @Override
  public boolean isFull(long now) {
    return granted(now) > rule.limit().calls();
  }

  private long granted(long now) {
    window.look(now); // turns the window to now
    return window.granted();
  }

  @Override
  public long take(long now) {
    return isFull(now) ? REFUSED : 0;
  }

  @Override
  public void undo(long permit, long now) {
    // Nothing was taken.
  }

  @Override
  public Verdict refusal(long now) {
    // Some of them may have left the window since: it was refused for more than the limit.
    long calls = Math.max(window.granted(), rule.limit().calls() + 1);
    String message =
        context.subject("flow.limit " + rule.limit() + " related to " + rule.related(), rule)
            + ": "
            + calls
            + (calls == 1 ? " call of that was" : " calls of that were")
            + " granted in the last "
            + rule.limit().periodText();
    // When so many of them will have left the window is for those to say who make them.
    return Verdict.block(BlockReason.FLOW, context.entry(), rule.display(), message, -1);
  }

  @Override
  public Map<String, Object> state(long now) {
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("limit", rule.limit().toString());
    words.put("related", rule.related());
    words.put("granted-related", granted(now));
    return words;
  }

  /** Counts the calls of the other entry. */
  private final class Counting implements Slot {

    @Override
    public boolean isFull(long now) {
      return false;
    }

    @Override
    public long take(long now) {
      long permit = window.take(now);
      // Two thousand million calls in a period are more than any limit: one more changes nothing.
      return permit == REFUSED ? UNCOUNTED : permit;
    }

    @Override
    public void undo(long permit, long now) {
      if (permit != UNCOUNTED) {
        window.undo(permit);
      }
    }

    @Override
    public Verdict refusal(long now) {
      throw new IllegalStateException("it refuses no call");
    }
  }
}
