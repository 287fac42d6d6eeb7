package dev.weir.agent.config;

import org.jspecify.annotations.Nullable;

/** Where <code>${env:NAME}</code> looks names up. */
@FunctionalInterface
public interface Environment {

  /** The value of the variable, or null where it is not set. */
  @Nullable String get(String name);

  /** The environment of the JVM. */
  static Environment system() {
    return SystemEnvironment.INSTANCE;
  }
}
