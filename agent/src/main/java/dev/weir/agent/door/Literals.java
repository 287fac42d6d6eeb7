package dev.weir.agent.door;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The values that {@code on-block: return} can give, by the name of the method's return type. */
final class Literals {

  private Literals() {}

  /**
   * The value of a literal.
   *
   * @throws IllegalArgumentException if the type has no such value
   */
  static @Nullable Object parse(String text, String type) {
    if (text.equals("null") && !isPrimitive(type)) {
      return null;
    }
    return switch (type) {
      case "java.lang.String", "java.lang.CharSequence", "java.lang.Object" -> text;
      case "boolean", "java.lang.Boolean" -> bool(text);
      case "byte", "java.lang.Byte" -> Byte.valueOf(text);
      case "short", "java.lang.Short" -> Short.valueOf(text);
      case "int", "java.lang.Integer" -> Integer.valueOf(text);
      case "long", "java.lang.Long" -> Long.valueOf(text);
      case "float", "java.lang.Float" -> Float.valueOf(text);
      case "double", "java.lang.Double" -> Double.valueOf(text);
      case "char", "java.lang.Character" -> character(text);
      case "java.math.BigDecimal" -> new java.math.BigDecimal(text);
      case "java.math.BigInteger" -> new java.math.BigInteger(text);
      case "void" -> throw new IllegalArgumentException("a void method returns nothing");
      default -> throw new IllegalArgumentException(type + " has no literals");
    };
  }

  static boolean isPrimitive(String type) {
    return switch (type) {
      case "boolean", "byte", "short", "int", "long", "float", "double", "char" -> true;
      default -> false;
    };
  }

  private static Boolean bool(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException("it is not true or false");
    }
    return Boolean.valueOf(text);
  }

  private static Character character(String text) {
    if (text.length() != 1) {
      throw new IllegalArgumentException("it is not one character");
    }
    return text.charAt(0);
  }

  /**
   * The empty value of a type; null for {@code void}.
   *
   * @param loader finds the element type of an array
   * @throws IllegalArgumentException if the type has no empty value
   */
  static @Nullable Object empty(String type, @Nullable ClassLoader loader) {
    if (type.endsWith("[]")) {
      return emptyArray(type.substring(0, type.length() - 2), loader);
    }
    return switch (type) {
      case "void" -> null;
      case "java.lang.String", "java.lang.CharSequence" -> "";
      case "boolean", "java.lang.Boolean" -> false;
      case "char", "java.lang.Character" -> '\0';
      case "byte", "short", "int", "long", "float", "double" -> parse("0", type);
      case "java.lang.Byte", "java.lang.Short", "java.lang.Integer" -> parse("0", type);
      case "java.lang.Long", "java.lang.Float", "java.lang.Double" -> parse("0", type);
      case "java.math.BigDecimal", "java.math.BigInteger" -> parse("0", type);
      default -> emptyObject(type);
    };
  }

  private static Object emptyObject(String type) {
    return switch (type) {
      case "java.util.Optional" -> Optional.empty();
      case "java.util.OptionalInt" -> OptionalInt.empty();
      case "java.util.OptionalLong" -> OptionalLong.empty();
      case "java.util.OptionalDouble" -> OptionalDouble.empty();
      case "java.util.List", "java.util.Collection", "java.lang.Iterable" -> List.of();
      case "java.util.Set" -> Set.of();
      case "java.util.Map" -> Map.of();
      case "java.util.SortedSet" -> Collections.emptySortedSet();
      case "java.util.NavigableSet" -> Collections.emptyNavigableSet();
      case "java.util.SortedMap" -> Collections.emptySortedMap();
      case "java.util.NavigableMap" -> Collections.emptyNavigableMap();
      case "java.util.Iterator" -> Collections.emptyIterator();
      case "java.util.ArrayList" -> new java.util.ArrayList<>();
      case "java.util.HashMap" -> new java.util.HashMap<>();
      case "java.util.HashSet" -> new java.util.HashSet<>();
      case "java.util.stream.Stream" -> Stream.empty();
      default -> throw new IllegalArgumentException(type + " has no empty value");
    };
  }

  private static Object emptyArray(String element, @Nullable ClassLoader loader) {
    try {
      return java.lang.reflect.Array.newInstance(TypeNames.load(element, loader), 0);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException("class " + element + " is not found", e);
    }
  }
}
