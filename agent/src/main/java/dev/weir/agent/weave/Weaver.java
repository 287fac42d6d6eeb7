package dev.weir.agent.weave;

import dev.weir.agent.Failures;
import dev.weir.agent.Log;
import dev.weir.core.rules.ClassNamePattern;
import dev.weir.instrument.LibraryInstrumentation;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one transformer. Every class the JVM loads passes here, so the way out is short: most are
 * turned away by their loader or name, nearly all others by a search in their bytes, and only what
 * is left makes Byte Buddy load and look.
 *
 * <p>Runs inside class loading: it takes no lock while it asks loaders for anything, logs only when
 * something failed, and lets nothing out. A class that cannot be woven stays as it is.
 */
public final class Weaver implements ClassFileTransformer {

  private final ClassLoader own = getClassLoader();
  private final Log log;
  private final Failures failures;
  private volatile Plan plan = new Plan(List.of(), List.of());
  private @Nullable Loom loom;

  public Weaver(Log log, Failures failures) {
    this.log = log;
    this.failures = failures;
  }

  private static ClassLoader getClassLoader() {
    ClassLoader loader = Weaver.class.getClassLoader();
    return loader == null ? ClassLoader.getSystemClassLoader() : loader;
  }

  /**
   * What is done to classes from now on; loaded ones need {@link #reweave}.
   *
   * @param excluded classes that are left alone
   */
  public void follow(
      List<LibraryInstrumentation> instrumentations, List<ClassNamePattern> excluded) {
    plan = new Plan(instrumentations, excluded);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (className == null || loader == own || className.startsWith("dev/weir/")) {
      return null;
    }
    Plan current = plan;
    byte[] woven = classFile;
    for (LibraryInstrumentation instrumentation : current.instrumentations) {
      try {
        if (instrumentation.mayMatch(className, loader, classFile)
            && !current.excludes(className)) {
          woven = loom().weave(instrumentation, className, loader, woven);
        }
      } catch (Throwable failure) {
        skipped(className, instrumentation, failure);
      }
    }
    return woven == classFile ? null : woven;
  }

  private synchronized Loom loom() {
    Loom current = loom;
    if (current == null) {
      current = new Loom(log);
      loom = current;
    }
    return current;
  }

  private void skipped(
      String className, LibraryInstrumentation instrumentation, Throwable failure) {
    try {
      failures.classSkipped();
      log.warn(
          "class "
              + className.replace('/', '.')
              + " cannot be instrumented ("
              + instrumentation.name()
              + ") and runs unguarded: "
              + failure);
    } catch (Throwable ignored) {
      // no memory or no stack left: the class stays as it is, which is what the message would say
    }
  }

  /**
   * Passes loaded classes through the transformer again. What cannot be redone is named and stays.
   *
   * <p>A class that was just being loaded may have met the plan before and not be among the loaded
   * ones yet: they are looked at once more when the others are done.
   */
  public void reweave(Instrumentation jvm, LoadedClasses chosen) {
    Class<?>[] loaded = jvm.getAllLoadedClasses();
    List<Class<?>> old = chosen(jvm, loaded, chosen);
    if (old.isEmpty()) {
      return;
    }
    retransform(jvm, old);
    Set<Class<?>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Collections.addAll(seen, loaded);
    List<Class<?>> late = chosen(jvm, jvm.getAllLoadedClasses(), chosen);
    late.removeAll(seen);
    retransform(jvm, late);
  }

  private List<Class<?>> chosen(Instrumentation jvm, Class<?>[] loaded, LoadedClasses chosen) {
    List<Class<?>> some = new ArrayList<>();
    for (Class<?> type : loaded) {
      if (!type.isArray()
          && !type.isHidden()
          && !isOwn(type)
          && isChosen(chosen, type)
          && jvm.isModifiableClass(type)) {
        some.add(type);
      }
    }
    return some;
  }

  /**
   * All together, since the JVM goes through all its classes and code each time; in halves where
   * one of them makes it refuse.
   */
  private void retransform(Instrumentation jvm, List<Class<?>> types) {
    if (types.isEmpty()) {
      return;
    }
    try {
      jvm.retransformClasses(types.toArray(new Class<?>[0]));
    } catch (Throwable failure) {
      if (types.size() > 1) {
        int middle = types.size() / 2;
        retransform(jvm, types.subList(0, middle));
        retransform(jvm, types.subList(middle, types.size()));
      } else {
        notRewoven(types.get(0), failure);
      }
    }
  }

  private void notRewoven(Class<?> type, Throwable failure) {
    failures.classSkipped();
    log.warn(
        "class "
            + type.getName()
            + " is loaded already and cannot be instrumented anew; it stays as it is until the"
            + " JVM starts again: "
            + failure);
  }

  private boolean isOwn(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    // Without a loader are nearly all classes at start, and the JVM would have to make their names.
    return loader == own || (loader != null && type.getName().startsWith("dev.weir."));
  }

  /** A class whose hierarchy cannot be asked (a missing optional type) is not one that is woven. */
  private static boolean isChosen(LoadedClasses chosen, Class<?> type) {
    try {
      return chosen.include(type);
    } catch (LinkageError | RuntimeException incomplete) {
      return false;
    }
  }

  /** Which loaded classes are to be woven anew. */
  public interface LoadedClasses {
    boolean include(Class<?> type);
  }

  /** What is done to classes, replaced as a whole. */
  private record Plan(
      List<LibraryInstrumentation> instrumentations, List<ClassNamePattern> excluded) {

    boolean excludes(String className) {
      for (ClassNamePattern pattern : excluded) {
        if (pattern.matches(className.replace('/', '.'))) {
          return true;
        }
      }
      return false;
    }
  }
}
