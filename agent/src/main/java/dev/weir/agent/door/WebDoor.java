package dev.weir.agent.door;

import dev.weir.bridge.Answer;
import dev.weir.bridge.Call;
import dev.weir.bridge.Refusal;
import dev.weir.core.Engine;
import dev.weir.core.Inbound;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.rules.PathNormalizer;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Inbound requests. */
final class WebDoor {

  private final Engine engine;

  WebDoor(Engine engine) {
    this.engine = engine;
  }

  /** See {@link dev.weir.bridge.Guard#web}. */
  @Nullable Object web(
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo,
      boolean preflight) {
    String path = PathNormalizer.servletPath(contextPath, servletPath, pathInfo);
    CallJudge judge = engine.web(method, path, preflight);
    return judge == null || !judge.needsAttributes()
        ? judge
        : new WebCall(judge, engine, method, path);
  }

  /** See {@link dev.weir.bridge.Guard#serving}. */
  @Nullable Object serving(
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo,
      Object request) {
    if (!engine.needsServing()) {
      return null;
    }
    String path = PathNormalizer.servletPath(contextPath, servletPath, pathInfo);
    String caller = RequestValues.caller(engine.rules().caller(), request);
    return new Serving(new Inbound(method, path), caller);
  }

  /** See {@link dev.weir.bridge.Guard#answerWeb}. */
  Answer answerWeb(
      Refusal refusal,
      String method,
      @Nullable String contextPath,
      @Nullable String servletPath,
      @Nullable String pathInfo) {
    String path = PathNormalizer.servletPath(contextPath, servletPath, pathInfo);
    return RefusalResponse.of(refusal, engine.webName(method, path, false));
  }

  /** See {@link dev.weir.bridge.Guard#asyncListener}. */
  Object asyncListener(Call call, Class<?> listenerType) {
    return Proxy.newProxyInstance(
        listenerType.getClassLoader(),
        new Class<?>[] {listenerType},
        new AsyncRequestEnd(call, listenerType));
  }
}
