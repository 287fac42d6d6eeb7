package dev.weir.agent.door;

import dev.weir.core.Engine;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.chain.SlotChain;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import org.jspecify.annotations.Nullable;

/** An outbound request. */
final class HttpCall extends InnerCall {

  private final Engine engine;
  private final String method;
  private final String host;
  private final int port;
  private final String path;

  HttpCall(
      CallJudge judge,
      ServingThreads threads,
      Engine engine,
      String method,
      String host,
      int port,
      String path) {
    super(judge, threads);
    this.engine = engine;
    this.method = method;
    this.host = host;
    this.port = port;
    this.path = path;
  }

  @Override
  String resource() {
    return engine.httpName(method, host, port, path);
  }

  @Override
  public @Nullable SlotChain unlisted(boolean exempt) {
    return engine.unlistedHttp(method, host, port, path);
  }

  @Override
  @Nullable String attribute(KeyPart part, @Nullable Object given) {
    return part.source() != Source.HOST ? null : port < 0 ? host : host + ':' + port;
  }
}
