package dev.weir.agent.weave;

import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.pool.TypePool;

/**
 * Reads types from class files, and takes certain types that it finds in none for empty interfaces.
 */
final class LenientTypePool extends TypePool.Default {

  private static final String ADDED_BY_OPENTELEMETRY = "io.opentelemetry.javaagent.";

  private final boolean ofAdvice;

  private LenientTypePool(ClassFileLocator files, boolean ofAdvice) {
    super(CacheProvider.Simple.withObjectType(), files, ReaderMode.FAST);
    this.ofAdvice = ofAdvice;
  }

  /**
   * For classes to weave. The OpenTelemetry agent adds interfaces to application classes that exist
   * in no class file; both agents shall work on the same class, in either order.
   */
  static TypePool ofApplication(ClassFileLocator files) {
    return new LenientTypePool(files, false);
  }

  /**
   * For advice. The types of a library in its signatures are on the application's loader only, and
   * nothing is to be known of them but their names.
   */
  static TypePool ofAdvice(ClassFileLocator files) {
    return new LenientTypePool(files, true);
  }

  @Override
  protected Resolution doDescribe(String name) {
    Resolution resolution = super.doDescribe(name);
    if (!resolution.isResolved() && (ofAdvice || name.startsWith(ADDED_BY_OPENTELEMETRY))) {
      return new Resolution.Simple(
          new TypeDescription.Latent(
              name,
              Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT,
              TypeDescription.Generic.UNDEFINED));
    }
    return resolution;
  }
}
