package dev.weir.agent.door;

import dev.weir.bridge.Bridge;
import dev.weir.bridge.Call;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * An {@code AsyncListener}, of whichever servlet API, that ends a call when its request completes.
 *
 * <p>Not at a timeout: the application may yet answer or dispatch, and {@code onComplete} follows
 * when the status is final. At an error it does not follow everywhere, and a call that never ends
 * would be worse than a status that an error page changes afterwards.
 */
final class AsyncRequestEnd implements InvocationHandler {

  private final Call call;
  private final AsyncApi api;

  AsyncRequestEnd(Call call, Class<?> listenerType) {
    this.call = call;
    this.api = AsyncApi.of(listenerType);
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
    if (arguments == null) {
      return method.getName().equals("hashCode")
          ? (Object) System.identityHashCode(proxy)
          : "AsyncListener of Weir";
    }
    if (method.getName().equals("equals")) {
      return proxy == arguments[0];
    }
    try {
      on(method.getName(), proxy, arguments[0]);
    } catch (Throwable failure) {
      Bridge.failed(failure);
    }
    return null;
  }

  private void on(String occasion, Object listener, Object event)
      throws ReflectiveOperationException {
    switch (occasion) {
      case "onComplete" -> {
        int status = 0;
        try {
          status = api.status(event);
        } finally {
          call.end(null, status);
        }
      }
      case "onError" -> call.end(api.thrown(event), 500);
      // A new cycle drops the listeners of the one before.
      case "onStartAsync" -> api.register(listener, event);
      default -> {}
    }
  }
}
