package dev.weir.agent.door;

import org.jspecify.annotations.Nullable;

/** Types by the names that source code gives them: {@code int}, {@code java.lang.String[]}. */
final class TypeNames {

  private TypeNames() {}

  static Class<?> load(String name, @Nullable ClassLoader loader) throws ClassNotFoundException {
    if (name.endsWith("[]")) {
      return load(name.substring(0, name.length() - 2), loader).arrayType();
    }
    return switch (name) {
      case "void" -> void.class;
      case "boolean" -> boolean.class;
      case "byte" -> byte.class;
      case "short" -> short.class;
      case "int" -> int.class;
      case "long" -> long.class;
      case "float" -> float.class;
      case "double" -> double.class;
      case "char" -> char.class;
      default -> Class.forName(name, false, loader);
    };
  }
}
