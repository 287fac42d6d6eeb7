package dev.weir.core.rules;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the name of a method is written: {@code <class>#<method>[(types)]}. */
final class MethodSyntax {

  private static final String EXAMPLE = "com.acme.PriceService#query";

  private MethodSyntax() {}

  /**
   * @param text the whole name, for messages
   * @param name without the scheme
   */
  static MethodPattern parse(String text, String name) {
    if (name.isEmpty()) {
      throw PatternSyntax.problem(text, "names no method; write <class>#<method>, e.g. " + EXAMPLE);
    }
    int hash = name.indexOf('#');
    if (hash < 0) {
      throw PatternSyntax.problem(text, withoutHash(name));
    }
    int open = name.indexOf('(', hash);
    String method = name.substring(hash + 1, open < 0 ? name.length() : open);
    checkMethod(text, method);
    List<String> types = open < 0 ? null : types(text, name.substring(open));
    String owner = name.substring(0, hash);
    if (owner.startsWith("@")) {
      return new MethodPattern(text, null, annotation(text, owner.substring(1)), method, types);
    }
    return new MethodPattern(text, ClassNamePattern.parse(owner), null, method, types);
  }

  private static String withoutHash(String name) {
    int open = name.indexOf('(');
    String path = open < 0 ? name : name.substring(0, open);
    int dot = path.lastIndexOf('.');
    if (dot > 0 && dot < path.length() - 1 && Character.isLowerCase(path.charAt(dot + 1))) {
      return "has no # before the method; write "
          + name.substring(0, dot)
          + '#'
          + name.substring(dot + 1);
    }
    return "names no method; write " + path + "#<method>, or " + path + "#* for all of them";
  }

  private static void checkMethod(String text, String method) {
    if (method.isEmpty()) {
      throw PatternSyntax.problem(
          text, "has nothing after #; write a method's name, or * for all of them");
    }
    if (method.startsWith("<")) {
      throw PatternSyntax.problem(
          text, "names a constructor or initializer; only methods can be ruled");
    }
    for (int i = 0; i < method.length(); i++) {
      char c = method.charAt(i);
      // Kotlin and Scala allow a hyphen.
      if (c != '*' && c != '-' && !Character.isJavaIdentifierPart(c)) {
        throw PatternSyntax.problem(
            text, "has '" + c + "' in the method's name; write e.g. " + EXAMPLE);
      }
    }
  }

  private static String annotation(String text, String name) {
    if (name.isEmpty() || Glob.isGlob(name)) {
      throw PatternSyntax.problem(
          text,
          "does not name one annotation; write its full name, e.g."
              + " @org.springframework.stereotype.Service#*");
    }
    return ClassNamePattern.parse(name).text();
  }

  private static List<String> types(String text, String list) {
    if (list.indexOf(')') != list.length() - 1) {
      throw PatternSyntax.problem(
          text, "does not end with ) after its parameter types; write e.g. " + EXAMPLE + "(int)");
    }
    List<String> types = new ArrayList<>();
    String inside = list.substring(1, list.length() - 1);
    if (inside.isBlank()) {
      return types;
    }
    int from = 0;
    while (from <= inside.length()) {
      int comma = inside.indexOf(',', from);
      int end = comma < 0 ? inside.length() : comma;
      types.add(type(text, inside.substring(from, end).strip()));
      from = end + 1;
    }
    return types;
  }

  private static String type(String text, String written) {
    String type =
        written.endsWith("...") ? written.substring(0, written.length() - 3) + "[]" : written;
    int bracket = type.indexOf('[');
    String element = bracket < 0 ? type : type.substring(0, bracket);
    if (element.isEmpty()) {
      throw PatternSyntax.problem(
          text, "has an empty parameter type; write e.g. (java.lang.String, int), or ()");
    }
    if (element.indexOf('<') >= 0) {
      throw PatternSyntax.problem(
          text,
          "has a generic parameter type; write it without <>: "
              + element.substring(0, element.indexOf('<')));
    }
    if (Glob.isGlob(element)) {
      throw PatternSyntax.problem(
          text, "has * in a parameter type; leave out (…) to match all overloads");
    }
    String full = javaLang(element);
    if (full != null) {
      throw PatternSyntax.problem(
          text, "has a parameter type without its package; write " + full + " for " + element);
    }
    ClassNamePattern.parse(element);
    checkDimensions(text, bracket < 0 ? "" : type.substring(bracket));
    return type;
  }

  private static void checkDimensions(String text, String dimensions) {
    for (int i = 0; i < dimensions.length(); i++) {
      if (dimensions.charAt(i) != (i % 2 == 0 ? '[' : ']') || dimensions.length() % 2 != 0) {
        throw PatternSyntax.problem(
            text, "has an unbalanced [ in a parameter type; write e.g. int[]");
      }
    }
  }

  /** The full name of what is commonly written short, which would match nothing; else null. */
  private static @Nullable String javaLang(String type) {
    return switch (type) {
      case "String",
          "Object",
          "Integer",
          "Long",
          "Short",
          "Byte",
          "Character",
          "Boolean",
          "Double",
          "Float",
          "Number",
          "CharSequence",
          "Class",
          "Runnable",
          "Iterable",
          "Throwable",
          "Exception" ->
          "java.lang." + type;
      case "List", "Map", "Set", "Collection", "Optional", "UUID", "Locale", "Date" ->
          "java.util." + type;
      default -> null;
    };
  }
}
