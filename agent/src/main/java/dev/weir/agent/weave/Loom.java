package dev.weir.agent.weave;

import dev.weir.agent.Log;
import dev.weir.instrument.LibraryInstrumentation;
import dev.weir.instrument.Weaving;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Weaves with Byte Buddy. Types are read from class files and never loaded; nothing but method
 * bodies changes, so that other agents can retransform the same classes.
 */
final class Loom {

  private final ByteBuddy byteBuddy =
      new ByteBuddy()
          .with(TypeValidation.ENABLED)
          .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
          .with(Implementation.Context.Disabled.Factory.INSTANCE);

  private final ClassFileLocator adviceFiles =
      ClassFileLocator.ForClassLoader.of(Loom.class.getClassLoader());
  private final TypePool advicePool = TypePools.ofAdvice(adviceFiles);
  private final Map<LibraryInstrumentation, List<Prepared>> prepared = new HashMap<>();
  private final TypePools typePools = new TypePools();
  private final BridgeVisibility visibility;

  Loom(Log log) {
    this.visibility = new BridgeVisibility(log);
  }

  /**
   * The class file with the instrumentation's advice in it, or the same array where none applies.
   */
  byte[] weave(
      LibraryInstrumentation instrumentation,
      String className,
      @Nullable ClassLoader loader,
      byte[] classFile) {
    String name = className.replace('/', '.');
    ClassFileLocator files =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(name, classFile),
            loader == null
                ? ClassFileLocator.ForClassLoader.ofBootLoader()
                : ClassFileLocator.ForClassLoader.of(loader));
    TypeDescription type = typePools.of(loader, name, classFile).describe(name).resolve();
    DynamicType.Builder<?> builder = null;
    for (Prepared prepared : prepared(instrumentation)) {
      Weaving weaving = prepared.weaving();
      ElementMatcher.Junction<MethodDescription> methods =
          ElementMatchers.<MethodDescription>not(ElementMatchers.isAbstract())
              .and(ElementMatchers.not(ElementMatchers.isNative()))
              .and(weaving.methods());
      // The methods stand in the class file; its supertypes have to be found and read.
      if (type.getDeclaredMethods().filter(methods).isEmpty() || !matches(weaving, type)) {
        continue;
      }
      if (!visibility.holdsFor(loader)) {
        return classFile;
      }
      builder =
          (builder == null ? byteBuddy.decorate(type, files) : builder)
              .visit(prepared.advice().on(methods));
    }
    return builder == null ? classFile : builder.make().getBytes();
  }

  private Advice advice(Weaving weaving) {
    TypeDescription enter = advicePool.describe(weaving.enterAdvice()).resolve();
    if (weaving.exitAdvice().equals(weaving.enterAdvice())) {
      return weaving.configuration().to(enter, adviceFiles); // which may have only one of the two
    }
    TypeDescription exit = advicePool.describe(weaving.exitAdvice()).resolve();
    return weaving.configuration().to(enter, exit, adviceFiles);
  }

  /** A hierarchy with missing types (an optional dependency) is not one of a known library. */
  private static boolean matches(Weaving weaving, TypeDescription type) {
    try {
      return weaving.types().matches(type);
    } catch (TypePool.Resolution.NoSuchTypeException incomplete) {
      return false;
    }
  }

  private List<Prepared> prepared(LibraryInstrumentation instrumentation) {
    synchronized (prepared) {
      List<Prepared> known = prepared.get(instrumentation);
      if (known == null) {
        known = new ArrayList<>();
        for (Weaving weaving : instrumentation.weavings()) {
          known.add(new Prepared(weaving, advice(weaving)));
        }
        prepared.put(instrumentation, known);
      }
      return known;
    }
  }

  /** A weaving with its advice read and checked, which takes longer than weaving one class. */
  private record Prepared(Weaving weaving, Advice advice) {}
}
