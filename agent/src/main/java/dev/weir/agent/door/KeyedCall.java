package dev.weir.agent.door;

import dev.weir.core.CallAttributes;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.rules.KeyPart;
import org.jspecify.annotations.Nullable;

/**
 * A call that is judged by its attributes: what judges it, and what tells it from others. Made only
 * for such judges.
 */
abstract class KeyedCall implements CallAttributes {

  final CallJudge judge;

  /** What the advice hands over: the request, or the arguments; null where there is none. */
  private @Nullable Object source;

  KeyedCall(CallJudge judge) {
    this.judge = judge;
  }

  final void from(@Nullable Object given) {
    source = given;
  }

  @Override
  public final @Nullable String value(KeyPart part) {
    return switch (part.source()) {
      case RESOURCE -> resource();
      case CALLER -> caller(source);
      default -> attribute(part, source);
    };
  }

  /** The name of the call that users see. */
  abstract String resource();

  /** Who is calling; null where that is not known. */
  abstract @Nullable String caller(@Nullable Object given);

  /** Null where calls of this kind have no such value. */
  abstract @Nullable String attribute(KeyPart part, @Nullable Object given);
}
