package dev.weir.agent.weave;

import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.pool.TypePool;

/**
 * Reads types from class files. The OpenTelemetry agent adds interfaces to application classes that
 * exist in no class file; one of those is taken for an empty interface, so that both agents can
 * work on the same class, in either order.
 */
final class LenientTypePool extends TypePool.Default {

  private static final String ADDED_BY_OPENTELEMETRY = "io.opentelemetry.javaagent.";

  LenientTypePool(ClassFileLocator files) {
    super(CacheProvider.Simple.withObjectType(), files, ReaderMode.FAST);
  }

  @Override
  protected Resolution doDescribe(String name) {
    Resolution resolution = super.doDescribe(name);
    if (!resolution.isResolved() && name.startsWith(ADDED_BY_OPENTELEMETRY)) {
      return new Resolution.Simple(
          new TypeDescription.Latent(
              name,
              Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT,
              TypeDescription.Generic.UNDEFINED));
    }
    return resolution;
  }
}
