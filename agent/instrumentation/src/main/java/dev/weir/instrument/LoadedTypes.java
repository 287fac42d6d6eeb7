package dev.weir.instrument;

import org.jspecify.annotations.Nullable;

/** Questions to loaded classes that load nothing: a loaded class's supertypes are loaded. */
public final class LoadedTypes {

  private LoadedTypes() {}

  /** Whether {@code type} is, extends or implements a type of that name. */
  public static boolean isA(@Nullable Class<?> type, String name) {
    if (type == null) {
      return false;
    }
    if (type.getName().equals(name) || isA(type.getSuperclass(), name)) {
      return true;
    }
    for (Class<?> implemented : type.getInterfaces()) {
      if (isA(implemented, name)) {
        return true;
      }
    }
    return false;
  }
}
