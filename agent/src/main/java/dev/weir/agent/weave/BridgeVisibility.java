package dev.weir.agent.weave;

import dev.weir.agent.Log;
import dev.weir.bridge.Bridge;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether the classes of a loader can reach the bridge. Advice in a class that cannot would throw
 * {@code NoClassDefFoundError} into the application, so such classes are left untouched.
 */
final class BridgeVisibility {

  private final Log log;

  /** Asked outside any lock of Weir's: a loader may take its own while it answers. */
  private final Map<ClassLoader, Boolean> known = Collections.synchronizedMap(new WeakHashMap<>());

  BridgeVisibility(Log log) {
    this.log = log;
  }

  boolean holdsFor(@Nullable ClassLoader loader) {
    if (loader == null || loader == ClassLoader.getPlatformClassLoader()) {
      return true;
    }
    Boolean answer = known.get(loader);
    if (answer == null) {
      answer = find(loader);
      if (known.put(loader, answer) == null && !answer) {
        log.warn(
            "class loader "
                + loader.getClass().getName()
                + " hides dev.weir.bridge: its classes run unguarded. If it has a list of packages"
                + " that it delegates to the JVM, add dev.weir.bridge to it");
      }
    }
    return answer;
  }

  private static boolean find(ClassLoader loader) {
    try {
      return loader.loadClass(Bridge.class.getName()) == Bridge.class;
    } catch (ClassNotFoundException | LinkageError hidden) {
      return false;
    }
  }
}
