package dev.weir.agent.config;

import org.jspecify.annotations.Nullable;

/** A class rather than a method reference: no lambda is bootstrapped while a JVM starts. */
final class SystemEnvironment implements Environment {

  static final Environment INSTANCE = new SystemEnvironment();

  @Override
  public @Nullable String get(String name) {
    return System.getenv(name);
  }
}
