package dev.weir.core;

import dev.weir.core.chain.SlotChain;
import dev.weir.core.rules.KeyPart;
import org.jspecify.annotations.Nullable;

/** What calls that one entry matches can be told apart by. Of one call, used by its thread. */
public interface CallAttributes {

  /** Those of a call of which nothing is known. */
  CallAttributes NONE =
      new CallAttributes() { // no lambda: linking one costs a start-up more than all of this class
        @Override
        public @Nullable String value(KeyPart part) {
          return null;
        }
      };

  /** The call's value, or null where it has none. */
  @Nullable String value(KeyPart part);

  /** The inbound request that the call serves, or null; of a request itself: null. */
  default @Nullable Inbound inbound() {
    return null;
  }

  /**
   * What measures the call by its name, if no entry holds for it; null if nothing does.
   *
   * @param exempt whether {@code system} does not hold for it either
   */
  default @Nullable SlotChain unlisted(boolean exempt) {
    return null;
  }
}
