package dev.weir.instrument;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How calls of one library are guarded. The first three methods are asked for every class the
 * application loads: they look at names and bytes, use no Byte Buddy type, no logging, lambda or
 * reflection, and load nothing. Only when one of them says yes is {@link #weavings} asked.
 */
public interface LibraryInstrumentation {

  /** What messages call it, e.g. {@code servlet}. */
  String name();

  /**
   * The key of {@code instrument} in the rule file that turns it off: {@code web}, {@code sql} …
   */
  String key();

  /**
   * Whether a class may have to be woven. A wrong yes costs a closer look, a wrong no a guard.
   *
   * @param className internal form, {@code java/util/List}
   * @param loader null for the bootstrap loader
   * @param classFile read only
   */
  boolean mayMatch(String className, @Nullable ClassLoader loader, byte[] classFile);

  /**
   * Whether a class that is loaded already may have to be woven: the same question as {@link
   * #mayMatch}, asked of the class's own hierarchy when the agent comes to a running JVM.
   */
  boolean mayMatchLoaded(Class<?> type);

  /** Which advice goes into which methods of which types. */
  List<Weaving> weavings();
}
