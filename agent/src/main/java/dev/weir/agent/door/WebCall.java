package dev.weir.agent.door;

import dev.weir.core.Engine;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.chain.SlotChain;
import dev.weir.core.rules.KeyPart;
import org.jspecify.annotations.Nullable;

/** An inbound request. */
final class WebCall extends KeyedCall {

  private final Engine engine;
  private final String method;
  private final String path;
  private @Nullable String ip;

  WebCall(CallJudge judge, Engine engine, String method, String path) {
    super(judge);
    this.engine = engine;
    this.method = method;
    this.path = path;
  }

  @Override
  String resource() {
    return engine.webName(method, path, false);
  }

  @Override
  public @Nullable SlotChain unlisted(boolean exempt) {
    return engine.unlistedWeb(method, path, exempt);
  }

  @Override
  @Nullable String caller(@Nullable Object request) {
    return request == null ? null : RequestValues.caller(engine.rules().caller(), request);
  }

  @Override
  @Nullable String attribute(KeyPart part, @Nullable Object request) {
    if (request == null) {
      return null;
    }
    return switch (part.source()) {
      case IP -> ip(request);
      default -> RequestValues.value(part, request);
    };
  }

  /** Found once: a chain of proxies takes some reading, and several rules may count by it. */
  private @Nullable String ip(Object request) {
    if (ip == null) {
      ip = ClientAddress.of(RequestApi.of(request), request, engine.rules().clientIp());
    }
    return ip;
  }
}
