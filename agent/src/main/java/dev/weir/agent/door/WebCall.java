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
  @Nullable String attribute(KeyPart part, @Nullable Object request) {
    if (request == null) {
      return null;
    }
    RequestApi api = RequestApi.of(request);
    return switch (part.source()) {
      case HEADER -> api.header(request, part.name());
      case QUERY -> QueryText.value(api.query(request), part.name());
      case COOKIE -> api.cookie(request, part.name());
      case IP -> ClientAddress.key(api.remoteAddress(request));
      default -> null;
    };
  }
}
