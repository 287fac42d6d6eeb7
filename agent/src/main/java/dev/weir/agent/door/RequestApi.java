package dev.weir.agent.door;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The methods of one servlet API, in one class loader, that tell what a request carries. The
 * agent's loader sees no servlet API, so they are called by reflection. Held by the class of the
 * request: an application that is undeployed can be collected.
 */
final class RequestApi {

  private static final ClassValue<RequestApi> APIS =
      new ClassValue<>() {
        @Override
        protected RequestApi computeValue(Class<?> requestType) {
          try {
            return new RequestApi(httpRequest(requestType));
          } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("not a servlet API: " + requestType, failure);
          }
        }
      };

  private final Method header;
  private final Method headers;
  private final Method query;
  private final Method cookies;
  private final Method remoteAddress;
  private final Method cookieName;
  private final Method cookieValue;

  private RequestApi(Class<?> request) throws ReflectiveOperationException {
    header = request.getMethod("getHeader", String.class);
    headers = request.getMethod("getHeaders", String.class);
    query = request.getMethod("getQueryString");
    cookies = request.getMethod("getCookies");
    remoteAddress = request.getMethod("getRemoteAddr");
    Class<?> cookie = cookies.getReturnType().getComponentType();
    cookieName = cookie.getMethod("getName");
    cookieValue = cookie.getMethod("getValue");
  }

  /** The interface, which is public where the class of the container's is not. */
  private static Class<?> httpRequest(Class<?> type) throws ClassNotFoundException {
    Class<?> found = find(type);
    if (found == null) {
      throw new ClassNotFoundException("HttpServletRequest of " + type.getName());
    }
    return found;
  }

  private static @Nullable Class<?> find(@Nullable Class<?> type) {
    if (type == null) {
      return null;
    }
    String name = type.getName();
    if (name.equals("jakarta.servlet.http.HttpServletRequest")
        || name.equals("javax.servlet.http.HttpServletRequest")) {
      return type;
    }
    for (Class<?> implemented : type.getInterfaces()) {
      Class<?> found = find(implemented);
      if (found != null) {
        return found;
      }
    }
    return find(type.getSuperclass());
  }

  static RequestApi of(Object request) {
    return APIS.get(request.getClass());
  }

  @Nullable String header(Object request, String name) {
    return (String) call(header, request, name);
  }

  /** All lines of a header, in the order of the request. */
  List<String> headers(Object request, String name) {
    List<String> lines = new ArrayList<>();
    Enumeration<?> sent = (Enumeration<?>) call(headers, request, name);
    while (sent != null && sent.hasMoreElements()) {
      lines.add((String) sent.nextElement());
    }
    return lines;
  }

  /** As sent, without the question mark. */
  @Nullable String query(Object request) {
    return (String) call(query, request);
  }

  @Nullable String remoteAddress(Object request) {
    return (String) call(remoteAddress, request);
  }

  /** The value of the first cookie of that name. */
  @Nullable String cookie(Object request, String name) {
    Object[] sent = (Object[]) call(cookies, request);
    if (sent != null) {
      for (Object cookie : sent) {
        if (name.equals(call(cookieName, cookie))) {
          return (String) call(cookieValue, cookie);
        }
      }
    }
    return null;
  }

  private static @Nullable Object call(Method method, Object target, Object... arguments) {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException failure) {
      throw new IllegalStateException("the request cannot say it", failure.getCause());
    } catch (IllegalAccessException failure) {
      throw new IllegalStateException(failure);
    }
  }
}
