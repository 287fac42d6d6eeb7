package dev.weir.agent.door;

import dev.weir.agent.Log;
import dev.weir.bridge.BlockedException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/** Makes the exceptions that {@code on-block: throw} names. */
final class Exceptions {

  /** In the order in which they are tried. */
  private static final Class<?>[][] CONSTRUCTORS = {
    {String.class, Throwable.class}, {String.class}, {Throwable.class}, {}
  };

  /** Cause chains may be circles. */
  private static final int MAX_DEPTH = 100;

  private final Log log;

  Exceptions(Log log) {
    this.log = log;
  }

  /**
   * An exception of that class with {@code cause} in its chain; null, with one log line for each
   * class, if there is no such exception.
   *
   * @param loaders of the application, asked in turn before the JVM's own; null ones are passed
   *     over
   */
  @Nullable Throwable create(
      String className, BlockedException cause, @Nullable ClassLoader... loaders) {
    try {
      Class<? extends Throwable> type = load(className, loaders).asSubclass(Throwable.class);
      for (Class<?>[] parameters : CONSTRUCTORS) {
        Throwable made = instance(type, parameters, cause);
        if (made != null && holds(made, cause)) {
          return made;
        }
      }
      return impossible(className, cause, "no such constructor takes the cause");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError problem) {
      return impossible(className, cause, problem.toString());
    }
  }

  private @Nullable Throwable impossible(String className, BlockedException cause, String why) {
    log.warnOnce(
        "throw " + className,
        "entry \""
            + cause.entry()
            + "\": on-block.throw: "
            + className
            + " cannot be thrown for "
            + cause.resource()
            + " ("
            + why
            + "); write the full name of an exception class that the application can see and that"
            + " has a public constructor with (String, Throwable), (String), (Throwable) or"
            + " nothing. Until then such calls get the default exception");
    return null;
  }

  private static Class<?> load(String className, @Nullable ClassLoader[] loaders)
      throws ClassNotFoundException {
    for (ClassLoader loader : loaders) {
      try {
        if (loader != null) {
          return Class.forName(className, true, loader);
        }
      } catch (ClassNotFoundException ignored) {
        // the next may have it
      }
    }
    return Class.forName(className, true, ClassLoader.getSystemClassLoader());
  }

  /** Null where there is no such constructor, or it does not want to. */
  private static @Nullable Throwable instance(
      Class<? extends Throwable> type, Class<?>[] parameters, BlockedException cause)
      throws ReflectiveOperationException {
    Constructor<? extends Throwable> constructor;
    try {
      constructor = type.getConstructor(parameters);
    } catch (NoSuchMethodException another) {
      return null;
    }
    Object[] arguments = new Object[parameters.length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = parameters[i] == String.class ? cause.getMessage() : cause;
    }
    try {
      return withCause(constructor.newInstance(arguments), cause);
    } catch (InvocationTargetException unwilling) {
      return null;
    }
  }

  /** A constructor may drop the cause that it was given, or take none. */
  private static Throwable withCause(Throwable made, BlockedException cause) {
    if (made.getCause() == null) {
      try {
        made.initCause(cause);
      } catch (IllegalStateException ignored) {
        // its cause was set to null for good: another constructor may do
      }
    }
    return made;
  }

  private static boolean holds(Throwable made, BlockedException cause) {
    Throwable link = made;
    for (int depth = 0; link != null && depth < MAX_DEPTH; depth++) {
      if (link == cause) {
        return true;
      }
      link = link.getCause();
    }
    return false;
  }
}
