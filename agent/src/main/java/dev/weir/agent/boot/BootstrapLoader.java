package dev.weir.agent.boot;

import jdk.internal.misc.Unsafe;

/**
 * Where the bridge is defined. To be used only after {@code jdk.internal.misc} was exported to the
 * module of this class: until then it does not link. Calling it by reflection would need no such
 * order, but costs JDK 18 and later some tens of milliseconds of CPU at start.
 */
final class BootstrapLoader {

  private BootstrapLoader() {}

  /**
   * Defines a class.
   *
   * @param name with slashes
   */
  static void define(String name, byte[] classFile) {
    Unsafe.getUnsafe().defineClass(name, classFile, 0, classFile.length, null, null);
  }
}
