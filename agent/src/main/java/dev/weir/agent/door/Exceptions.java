package dev.weir.agent.door;

import dev.weir.agent.Log;
import dev.weir.bridge.BlockedException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/** Makes the exceptions that {@code on-block: throw} names. */
final class Exceptions {

  private final Log log;

  Exceptions(Log log) {
    this.log = log;
  }

  /**
   * An exception of that class with {@code cause} in its chain; null, with one log line for each
   * class and loader, if there is no such exception.
   *
   * @param loader of the application; null for the bootstrap loader
   */
  @Nullable Throwable create(
      String className, @Nullable ClassLoader loader, BlockedException cause) {
    try {
      return instance(Class.forName(className, true, loader).asSubclass(Throwable.class), cause);
    } catch (ReflectiveOperationException | LinkageError | ClassCastException impossible) {
      Throwable why =
          impossible instanceof InvocationTargetException thrown && thrown.getCause() != null
              ? thrown.getCause()
              : impossible;
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
  }

  private static Throwable instance(Class<? extends Throwable> type, BlockedException cause)
      throws ReflectiveOperationException {
    String message = cause.getMessage();
    Constructor<? extends Throwable> constructor = constructor(type, String.class, Throwable.class);
    if (constructor != null) {
      return withCause(constructor.newInstance(message, cause), cause);
    }
    constructor = constructor(type, String.class);
    if (constructor != null) {
      return withCause(constructor.newInstance(message), cause);
    }
    constructor = constructor(type, Throwable.class);
    if (constructor != null) {
      return withCause(constructor.newInstance(cause), cause);
    }
    return withCause(type.getConstructor().newInstance(), cause);
  }

  private static @Nullable Constructor<? extends Throwable> constructor(
      Class<? extends Throwable> type, Class<?>... parameters) {
    try {
      return type.getConstructor(parameters);
    } catch (NoSuchMethodException another) {
      return null;
    }
  }

  /** A constructor may drop the cause that it was given, or take none. */
  private static Throwable withCause(Throwable made, BlockedException cause) {
    if (made.getCause() == null) {
      try {
        made.initCause(cause);
      } catch (IllegalStateException fixed) {
        made.addSuppressed(cause); // its cause was set to null for good
      }
    }
    return made;
  }
}
