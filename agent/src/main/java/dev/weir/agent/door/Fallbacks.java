package dev.weir.agent.door;

import dev.weir.agent.door.MethodSites.MethodSite;
import dev.weir.bridge.BlockedException;
import dev.weir.core.rules.OnBlock.MethodName;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The application's methods that {@code on-block: call} names: static, with the parameters of the
 * guarded method, and optionally the exception last.
 */
final class Fallbacks {

  /** Kept with the guarded class, so that nothing outlives the application's loader. */
  private final ClassValue<Map<Key, Method>> found =
      new ClassValue<>() {
        @Override
        protected Map<Key, Method> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  /**
   * Finds the method.
   *
   * @param type the guarded class
   * @throws IllegalArgumentException if there is none that fits, with what is wrong
   */
  Method find(MethodName name, MethodSite site, Class<?> type) {
    Map<Key, Method> known = found.get(type);
    Key key = new Key(name, site);
    Method method = known.get(key);
    if (method == null) {
      method = resolve(name, site, type);
      known.put(key, method);
    }
    return method;
  }

  private static Method resolve(MethodName name, MethodSite site, Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    try {
      Class<?>[] parameters = new Class<?>[site.parameterTypes().size()];
      for (int i = 0; i < parameters.length; i++) {
        parameters[i] = TypeNames.load(site.parameterTypes().get(i), loader);
      }
      Class<?> wanted = boxed(TypeNames.load(site.returnType(), loader));
      for (Method method : Class.forName(name.className(), true, loader).getDeclaredMethods()) {
        if (method.getName().equals(name.method())
            && Modifier.isStatic(method.getModifiers())
            && (wanted == Void.class || wanted.isAssignableFrom(boxed(method.getReturnType())))
            && fits(method.getParameterTypes(), parameters)) {
          method.setAccessible(true);
          return method;
        }
      }
    } catch (ClassNotFoundException missing) {
      throw new IllegalArgumentException(
          "class " + missing.getMessage() + " is not found", missing);
    }
    throw new IllegalArgumentException(
        "there is no static method "
            + name
            + "("
            + String.join(", ", site.parameterTypes())
            + ") or with the exception last, that returns "
            + site.returnType());
  }

  private static boolean fits(Class<?>[] has, Class<?>[] given) {
    if (has.length != given.length && has.length != given.length + 1) {
      return false;
    }
    for (int i = 0; i < given.length; i++) {
      if (!boxed(has[i]).isAssignableFrom(boxed(given[i]))) {
        return false;
      }
    }
    return has.length == given.length || has[given.length].isAssignableFrom(BlockedException.class);
  }

  private static Class<?> boxed(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }

  private record Key(MethodName name, MethodSite site) {}
}
