package dev.weir.agent.door;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * The methods of one servlet API, in one class loader, that a listener needs. The agent's loader
 * sees no servlet API, so they are called by reflection. Held by the API's own class: an
 * application that is undeployed can be collected.
 */
final class AsyncApi {

  private static final ClassValue<AsyncApi> APIS =
      new ClassValue<>() {
        @Override
        protected AsyncApi computeValue(Class<?> listenerType) {
          try {
            return new AsyncApi(listenerType);
          } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("not a servlet API: " + listenerType, failure);
          }
        }
      };

  private final Method throwable;
  private final Method context;
  private final Method request;
  private final Method response;
  private final Method addListener;
  private final Class<?> httpResponse;
  private final Method status;

  private AsyncApi(Class<?> listenerType) throws ReflectiveOperationException {
    ClassLoader loader = listenerType.getClassLoader();
    String api = listenerType.getPackageName();
    Class<?> event = Class.forName(api + ".AsyncEvent", false, loader);
    throwable = event.getMethod("getThrowable");
    context = event.getMethod("getAsyncContext");
    request = event.getMethod("getSuppliedRequest");
    response = event.getMethod("getSuppliedResponse");
    addListener =
        context
            .getReturnType()
            .getMethod(
                "addListener", listenerType, request.getReturnType(), response.getReturnType());
    httpResponse = Class.forName(api + ".http.HttpServletResponse", false, loader);
    status = httpResponse.getMethod("getStatus");
  }

  /**
   * @param listenerType {@code AsyncListener} of either generation
   */
  static AsyncApi of(Class<?> listenerType) {
    return APIS.get(listenerType);
  }

  /** What went wrong, of an {@code onError} event. */
  @Nullable Throwable thrown(Object event) throws ReflectiveOperationException {
    return (Throwable) throwable.invoke(event);
  }

  /** The status of the response that the listener was registered with, 0 if it is not HTTP's. */
  int status(Object event) throws ReflectiveOperationException {
    Object supplied = response.invoke(event);
    return httpResponse.isInstance(supplied) ? (int) status.invoke(supplied) : 0;
  }

  /** Registers {@code listener} with the event's context, for the same request and response. */
  void register(Object listener, Object event) throws ReflectiveOperationException {
    addListener.invoke(
        context.invoke(event), listener, request.invoke(event), response.invoke(event));
  }
}
