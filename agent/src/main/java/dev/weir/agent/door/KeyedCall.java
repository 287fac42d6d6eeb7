package dev.weir.agent.door;

import dev.weir.core.CallAttributes;
import dev.weir.core.chain.SlotChain;
import dev.weir.core.rules.KeyPart;
import org.jspecify.annotations.Nullable;

/**
 * A call of a chain that counts by key: the chain, and what tells the call from others. Made only
 * for such chains.
 */
abstract class KeyedCall implements CallAttributes {

  final SlotChain chain;

  /** What the advice hands over: the request, or the arguments; null where there is none. */
  private @Nullable Object source;

  KeyedCall(SlotChain chain) {
    this.chain = chain;
  }

  final void from(@Nullable Object given) {
    source = given;
  }

  @Override
  public final @Nullable String value(KeyPart part) {
    return part.source() == KeyPart.Source.RESOURCE ? resource() : attribute(part, source);
  }

  /** The name of the call that users see. */
  abstract String resource();

  /** Null where calls of this kind have no such value. */
  abstract @Nullable String attribute(KeyPart part, @Nullable Object given);
}
