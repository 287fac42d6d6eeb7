package dev.weir.instrument.methods;

import dev.weir.instrument.ApplicationLoaders;
import dev.weir.instrument.LibraryInstrumentation;
import dev.weir.instrument.Weaving;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Methods of the application, chosen by name, pattern or annotation of their class. */
public final class MethodInstrumentation implements LibraryInstrumentation {

  private final MethodSelector selector;

  public MethodInstrumentation(MethodSelector selector) {
    this.selector = selector;
  }

  @Override
  public String name() {
    return "methods";
  }

  @Override
  public String key() {
    return "methods";
  }

  @Override
  public boolean mayMatch(String className, @Nullable ClassLoader loader, byte[] classFile) {
    return ApplicationLoaders.include(loader) && selector.mayName(className, classFile);
  }

  @Override
  public boolean mayMatchLoaded(Class<?> type) {
    return ApplicationLoaders.include(type.getClassLoader()) && selector.mayName(type);
  }

  @Override
  public List<Weaving> weavings() {
    return MethodWeavings.of(selector);
  }
}
