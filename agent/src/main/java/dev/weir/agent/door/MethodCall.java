package dev.weir.agent.door;

import dev.weir.agent.door.MethodSites.MethodSite;
import dev.weir.core.Engine;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.chain.SlotChain;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import dev.weir.core.rules.ResourceName;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A call of a method. */
final class MethodCall extends InnerCall {

  private final Engine engine;
  private final MethodSite site;

  MethodCall(CallJudge judge, ServingThreads threads, Engine engine, MethodSite site) {
    super(judge, threads);
    this.engine = engine;
    this.site = site;
  }

  @Override
  String resource() {
    return ResourceName.method(site.className(), site.method());
  }

  @Override
  public @Nullable SlotChain unlisted(boolean exempt) {
    return engine.unlistedMethod(site.className(), site.method());
  }

  @Override
  @Nullable String attribute(KeyPart part, @Nullable Object arguments) {
    if (part.source() != Source.ARGUMENT || !(arguments instanceof Object[] given)) {
      return null;
    }
    int index = Integer.parseInt(part.name());
    return index < given.length ? text(given[index]) : null;
  }

  /**
   * Of a value that the JDK prints by what it is. Others may print their identity, or all that they
   * hold, and run code of the application's: such a call is one without the value.
   */
  private static @Nullable String text(@Nullable Object value) {
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    return value instanceof CharSequence
            || value instanceof Number
            || value instanceof Boolean
            || value instanceof Character
            || value instanceof UUID
        ? value.toString()
        : null;
  }
}
