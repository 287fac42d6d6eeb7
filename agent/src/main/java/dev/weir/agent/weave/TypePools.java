package dev.weir.agent.weave;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Reads types from class files, each once for a loader: reading the same {@code java.sql}
 * interfaces for each class of a driver is what weaving spends most of its time on. Holds no loader
 * alive.
 */
final class TypePools {

  /** The JDK's own types, the same for all loaders. */
  private final TypePool ofJdk =
      new Caching(ClassFileLocator.ForClassLoader.of(ClassLoader.getPlatformClassLoader()));

  private final Map<ClassLoader, TypePool> ofLoaders =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** The types that classes of a loader see, but for one whose class file is given. */
  TypePool of(@Nullable ClassLoader loader, String name, byte[] classFile) {
    return new OneGiven(name, classFile, loader == null ? ofJdk : ofLoader(loader));
  }

  private TypePool ofLoader(ClassLoader loader) {
    TypePool known = ofLoaders.get(loader);
    if (known == null) {
      known = new OfApplication(loader, ofJdk);
      ofLoaders.put(loader, known);
    }
    return known;
  }

  /**
   * For advice: types of a library in its signatures are on the application's loader only, and
   * nothing is to be known of them but their names.
   */
  static TypePool ofAdvice(ClassFileLocator files) {
    return new OfAdvice(files);
  }

  private static TypePool.Resolution emptyInterface(String name) {
    return new TypePool.Resolution.Simple(
        new TypeDescription.Latent(
            name,
            Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT,
            TypeDescription.Generic.UNDEFINED));
  }

  /** Descriptions may be dropped when memory is short. */
  private static class Caching extends TypePool.Default {
    Caching(ClassFileLocator files) {
      super(new CacheProvider.Simple.UsingSoftReference(), files, ReaderMode.FAST);
    }
  }

  /** The types of an application loader. */
  private static final class OfApplication extends Caching {

    private static final String ADDED_BY_OPENTELEMETRY = "io.opentelemetry.javaagent.";

    private final TypePool jdk;

    OfApplication(ClassLoader loader, TypePool jdk) {
      super(ClassFileLocator.ForClassLoader.WeaklyReferenced.of(loader));
      this.jdk = jdk;
    }

    @Override
    protected Resolution doDescribe(String name) {
      if (name.startsWith("java.")) {
        return jdk.describe(name); // no other loader may define these
      }
      Resolution resolution = super.doDescribe(name);
      // That agent adds interfaces to application classes which exist in no class file; both shall
      // work on the same class, in either order.
      return !resolution.isResolved() && name.startsWith(ADDED_BY_OPENTELEMETRY)
          ? emptyInterface(name)
          : resolution;
    }
  }

  /** One type from bytes at hand, as other agents left them, and the rest from another pool. */
  private static final class OneGiven extends TypePool.Default {

    private final String name;
    private final TypePool others;

    OneGiven(String name, byte[] classFile, TypePool others) {
      super(
          CacheProvider.Simple.withObjectType(),
          ClassFileLocator.Simple.of(name, classFile),
          ReaderMode.FAST);
      this.name = name;
      this.others = others;
    }

    @Override
    protected Resolution doDescribe(String wanted) {
      return wanted.equals(name) ? super.doDescribe(wanted) : others.describe(wanted);
    }
  }

  /** The types of advice. */
  private static final class OfAdvice extends TypePool.Default {

    OfAdvice(ClassFileLocator files) {
      super(CacheProvider.Simple.withObjectType(), files, ReaderMode.FAST);
    }

    @Override
    protected Resolution doDescribe(String name) {
      Resolution resolution = super.doDescribe(name);
      return resolution.isResolved() ? resolution : emptyInterface(name);
    }
  }
}
