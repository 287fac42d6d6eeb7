package dev.weir.core.chain;

import dev.weir.core.Ticker;
import dev.weir.core.rules.Composer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Chains of sets of entries. Two chains of one set differ in nothing but identity. */
public final class ChainComposer implements Composer<SlotChain> {

  private final Ticker ticker;
  private final ActiveEntry[] entries;

  /**
   * @param entries in the order of the file; not to be changed
   */
  public ChainComposer(Ticker ticker, ActiveEntry[] entries) {
    this.ticker = ticker;
    this.entries = entries;
  }

  @Override
  public SlotChain compose(int[] entryOrdinals) {
    List<Part> parts = new ArrayList<>();
    List<EntryCounters> counters = new ArrayList<>();
    for (int ordinal : entryOrdinals) {
      ActiveEntry entry = entries[ordinal];
      if (entry.isEvaluated()) {
        Collections.addAll(parts, entry.parts());
        counters.add(entry.counters());
      }
    }
    return SlotChain.of(ticker, parts.toArray(new Part[0]), counters.toArray(new EntryCounters[0]));
  }
}
