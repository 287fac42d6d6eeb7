package dev.weir.instrument.loaders;

import dev.weir.instrument.ApplicationLoaders;
import dev.weir.instrument.ClassFiles;
import dev.weir.instrument.LibraryInstrumentation;
import dev.weir.instrument.LoadedTypes;
import dev.weir.instrument.Weaving;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.bytebuddy.matcher.ElementMatchers;
import org.jspecify.annotations.Nullable;

/**
 * Application class loaders with a {@code loadClass} of their own (web applications, OSGi,
 * launchers): whatever they hide, the bridge is found where it is, in the bootstrap loader.
 */
public final class LoaderInstrumentation implements LibraryInstrumentation {

  private static final byte[] LOAD_CLASS = "loadClass".getBytes(StandardCharsets.US_ASCII);

  @Override
  public String name() {
    return "class loaders";
  }

  @Override
  public String key() {
    return "";
  }

  @Override
  public boolean mayMatch(String className, @Nullable ClassLoader loader, byte[] classFile) {
    if (!ApplicationLoaders.include(loader) || !ClassFiles.contains(classFile, LOAD_CLASS)) {
      return false;
    }
    String superName = ClassFiles.superName(classFile);
    return superName != null && superName.endsWith("Loader");
  }

  @Override
  public boolean mayMatchLoaded(Class<?> type) {
    return ApplicationLoaders.include(type.getClassLoader())
        && LoadedTypes.isA(type, "java.lang.ClassLoader");
  }

  @Override
  public List<Weaving> weavings() {
    return List.of(
        new Weaving(
            ElementMatchers.any(),
            ElementMatchers.named("loadClass")
                .and(
                    ElementMatchers.takesArguments(String.class)
                        .or(ElementMatchers.takesArguments(String.class, boolean.class))),
            "dev.weir.instrument.loaders.LoadClassAdvice"));
  }
}
