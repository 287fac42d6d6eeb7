package dev.weir.core.chain;

import dev.weir.core.BlockReason;
import dev.weir.core.EngineEvent;
import dev.weir.core.EngineListener;
import dev.weir.core.Parking;
import dev.weir.core.Ticker;
import dev.weir.core.Waiting;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Rule;
import org.jspecify.annotations.Nullable;

/**
 * Where a slot is put to work.
 *
 * @param key whose calls it counts, as users may see it; null where those of all are counted
 * @param startNanos when the engine began, on the ticker
 * @param waiting says which threads may wait
 * @param parking how they do
 */
public record SlotContext(
    Entry entry,
    @Nullable String key,
    Ticker ticker,
    long startNanos,
    EngineListener listener,
    Waiting waiting,
    Parking parking) {

  /** Where threads wait as the JDK has it. */
  public SlotContext(
      Entry entry,
      @Nullable String key,
      Ticker ticker,
      long startNanos,
      EngineListener listener,
      Waiting waiting) {
    this(entry, key, ticker, startNanos, listener, waiting, Parking.ofThreads());
  }

  /** The same for a slot that counts the calls of one key. */
  SlotContext withKey(String text) {
    return new SlotContext(entry, text, ticker, startNanos, listener, waiting, parking);
  }

  /** Why a slot refuses here whose kind of rule refuses for {@code own} elsewhere. */
  public BlockReason reason(BlockReason own) {
    return entry.isSystem() ? BlockReason.SYSTEM : own;
  }

  /**
   * What a slot says of itself where it refuses.
   *
   * @param what it is, as the rule file words it
   */
  public String subject(String what, Rule rule) {
    if (entry.isSystem()) {
      // Each of its rules has the name of its key: "flow.limit 5/s" is "system.inbound-rate 5/s".
      return Entry.SYSTEM + '.' + rule.display() + what.substring(what.indexOf(' '));
    }
    return what
        + (rule.name() == null ? "" : " (" + rule.name() + ")")
        + " of entry \""
        + entry.display()
        + '"'
        + (key == null ? "" : ", key \"" + key + '"');
  }

  /** Tells users what a rule did by itself. */
  public void tell(EngineEvent.Type type, Rule rule, String text, long nanos) {
    listener.on(new EngineEvent(type, entry.display(), rule.display(), key, text, nanos));
  }

  /** The same for a slot that is only observed: it delays nobody. */
  SlotContext withoutWaiting() {
    return new SlotContext(entry, key, ticker, startNanos, listener, Waiting.NEVER, parking);
  }

  /** Whether it is that of a slot that is only observed. */
  public boolean delaysNobody() {
    return waiting == Waiting.NEVER;
  }

  /** Whether the current thread may begin to wait: it is not interrupted, and no event loop. */
  public boolean mayPark() {
    return !Thread.currentThread().isInterrupted() && waiting.mayPark();
  }

  /**
   * Has the current thread wait, without a lock or a monitor.
   *
   * @param nanos until when, on the ticker
   * @param reason what a thread dump shows it to wait for
   * @return false if it was interrupted meanwhile: its flag is kept
   */
  public boolean parkUntil(long nanos, Object reason) {
    Thread thread = Thread.currentThread();
    while (!thread.isInterrupted()) {
      long left = nanos - ticker.nanos();
      if (left <= 0) {
        return true;
      }
      parking.park(reason, left);
    }
    return false;
  }
}
