package dev.weir.instrument.methods;

import java.util.List;

/** Which methods the rule file names. Asked from inside class loading by many threads. */
public interface MethodSelector {

  /**
   * Whether some method of a class may be named.
   *
   * @param className internal form
   * @param classFile read only, for annotations
   */
  boolean mayName(String className, byte[] classFile);

  /** Whether some method of a loaded class is named. Loads nothing. */
  boolean mayName(Class<?> type);

  /**
   * Whether a method is named.
   *
   * @param annotations names of the annotations of the class
   * @param parameterTypes names as {@link Class#getTypeName()} gives them
   */
  boolean names(
      String className,
      List<String> annotations,
      String method,
      List<String> parameterTypes,
      boolean isPublic);

  /** The number of a method's call site: the same number whenever the same method is woven. */
  int site(
      String className,
      List<String> annotations,
      String method,
      List<String> parameterTypes,
      String returnType);
}
