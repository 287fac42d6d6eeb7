package dev.weir.core.chain;

import dev.weir.core.EngineListener;
import dev.weir.core.Ticker;
import dev.weir.core.Waiting;
import dev.weir.core.rules.Entry;
import org.jspecify.annotations.Nullable;

/**
 * Where a slot is put to work.
 *
 * @param key whose calls it counts, as users may see it; null where those of all are counted
 * @param startNanos when the engine began, on the ticker
 */
public record SlotContext(
    Entry entry,
    @Nullable String key,
    Ticker ticker,
    long startNanos,
    EngineListener listener,
    Waiting waiting) {

  /** The same for a slot that is only observed: it delays nobody. */
  SlotContext withoutWaiting() {
    return new SlotContext(entry, key, ticker, startNanos, listener, Waiting.NEVER);
  }
}
