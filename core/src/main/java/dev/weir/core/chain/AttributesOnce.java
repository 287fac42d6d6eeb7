package dev.weir.core.chain;

import dev.weir.core.CallAttributes;
import dev.weir.core.Inbound;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The attributes of one call, each asked for once, however many conditions depend on it. */
final class AttributesOnce implements CallAttributes {

  private static final KeyPart CALLER = new KeyPart(Source.CALLER, "");

  private final CallAttributes call;
  private boolean callerKnown;
  private @Nullable String caller;
  private boolean inboundKnown;
  private @Nullable Inbound inbound;

  /** Parts that were asked for: those of one rule file are few. */
  private final List<KeyPart> parts = new ArrayList<>(2);

  private final List<@Nullable String> values = new ArrayList<>(2);

  AttributesOnce(CallAttributes call) {
    this.call = call;
  }

  @Nullable String caller() {
    if (!callerKnown) {
      caller = call.value(CALLER);
      callerKnown = true;
    }
    return caller;
  }

  @Override
  public @Nullable String value(KeyPart part) {
    if (part.source() == Source.CALLER) {
      return caller();
    }
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).equals(part)) {
        return values.get(i);
      }
    }
    String value = call.value(part);
    parts.add(part);
    values.add(value);
    return value;
  }

  @Override
  public @Nullable Inbound inbound() {
    if (!inboundKnown) {
      inbound = call.inbound();
      inboundKnown = true;
    }
    return inbound;
  }

  @Override
  public @Nullable SlotChain unlisted(boolean exempt) {
    return call.unlisted(exempt);
  }
}
