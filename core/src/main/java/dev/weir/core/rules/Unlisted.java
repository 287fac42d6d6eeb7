package dev.weir.core.rules;

import java.util.BitSet;
import java.util.List;

/** What {@code unlisted} means: only calls that no entry lists. */
public final class Unlisted {

  private Unlisted() {}

  /**
   * Several unlisted entries do not hide each other, and {@code system} lists no calls.
   *
   * @param holding positions of entries that hold but for this
   * @param entries in force
   */
  public static void dropBesideListed(BitSet holding, List<Entry> entries) {
    boolean listed = false;
    for (int i = holding.nextSetBit(0); i >= 0; i = holding.nextSetBit(i + 1)) {
      Entry entry = entries.get(i);
      listed |= !entry.unlisted() && !entry.isSystem();
    }
    for (int i = holding.nextSetBit(0); listed && i >= 0; i = holding.nextSetBit(i + 1)) {
      if (entries.get(i).unlisted()) {
        holding.clear(i);
      }
    }
  }
}
