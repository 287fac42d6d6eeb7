package dev.weir.instrument;

import org.jspecify.annotations.Nullable;

/** Tells the loaders of an application from those of the JDK. */
public final class ApplicationLoaders {

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  private ApplicationLoaders() {}

  /**
   * Whether classes of the loader are an application's.
   *
   * @param loader null for the bootstrap loader
   */
  public static boolean include(@Nullable ClassLoader loader) {
    return loader != null && loader != PLATFORM;
  }
}
