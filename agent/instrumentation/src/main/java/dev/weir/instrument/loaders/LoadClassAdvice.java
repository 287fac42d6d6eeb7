package dev.weir.instrument.loaders;

import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Answers for the bridge alone. Names nothing but {@code java.lang}: it runs where the bridge is
 * not yet visible, and while a loader may hold its own lock.
 */
final class LoadClassAdvice {

  private LoadClassAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
  static @Nullable Object enter(@Advice.Argument(0) @Nullable String name)
      throws ClassNotFoundException {
    if (name != null && name.startsWith("dev.weir.bridge.")) {
      return Class.forName(name, false, null);
    }
    return null;
  }

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(
      @Advice.Enter @Nullable Object found, @Advice.Return(readOnly = false) Class<?> returned) {
    if (found != null) {
      returned = (Class<?>) found;
    }
  }
}
