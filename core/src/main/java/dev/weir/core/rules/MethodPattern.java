package dev.weir.core.rules;

import dev.weir.core.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code method:<class>#<method>[(types)]}, or {@code method:@<annotation>#<method>} for the public
 * methods of annotated classes.
 *
 * @param classes which classes are meant; null where an annotation says it
 * @param annotation name of the annotation of the class; null where {@code classes} says it
 * @param method name, {@code *} for any text
 * @param parameterTypes null for all overloads
 */
public record MethodPattern(
    String text,
    @Nullable ClassNamePattern classes,
    @Nullable String annotation,
    String method,
    @Nullable List<String> parameterTypes)
    implements ResourcePattern {

  public MethodPattern {
    parameterTypes = parameterTypes == null ? null : List.copyOf(parameterTypes);
  }

  /**
   * Reads the form without scheme that {@code instrument.methods} has; the scheme may be there.
   *
   * @throws IllegalArgumentException whose message tells the user what to write
   */
  public static MethodPattern parse(String text) {
    String scheme = "method:";
    return MethodSyntax.parse(
        text, text.startsWith(scheme) ? text.substring(scheme.length()) : text);
  }

  @Override
  public Kind kind() {
    return Kind.METHOD;
  }

  @Override
  public boolean hasWildcard() {
    return !isLiteralClass() || Glob.isGlob(method);
  }

  /** Whether it means the methods of one class, which {@link #className} names. */
  public boolean isLiteralClass() {
    return classes != null && classes.isLiteral();
  }

  /** The name or pattern of the class as written, or null where an annotation stands for it. */
  public @Nullable String className() {
    return classes == null ? null : classes.text();
  }

  /**
   * Whether the class is meant by its name; false where an annotation decides.
   *
   * @param className as {@link Class#getName} gives it
   */
  public boolean matchesClassName(String className) {
    return classes != null && classes.matches(className);
  }

  /**
   * Whether the method is meant, whatever its class. A pattern does not mean what every object has:
   * to refuse a {@code hashCode} would break whoever keeps the object in a map.
   *
   * @param types as in source, erased: {@code int}, {@code java.lang.String[]}, {@code
   *     java.util.Map$Entry}
   */
  public boolean matchesMethod(String name, List<String> types) {
    boolean named =
        Glob.isGlob(method)
            ? new Glob(method).matches(name) && !isOfEveryObject(name, types)
            : method.equals(name);
    return named && (parameterTypes == null || parameterTypes.equals(types));
  }

  private static boolean isOfEveryObject(String name, List<String> types) {
    return switch (name) {
      case "hashCode", "toString", "finalize" -> types.isEmpty();
      case "equals" -> types.size() == 1 && types.get(0).equals("java.lang.Object");
      default -> false;
    };
  }
}
