package dev.weir.core.rules;

import java.util.Locale;

/**
 * How resource names are written. Every failure is an {@link IllegalArgumentException} that tells
 * what was found and what to write instead.
 */
final class PatternSyntax {

  private static final String[] SCHEMES = {"web", "http", "sql", "method", "redis", "grpc"};

  private PatternSyntax() {}

  static IllegalArgumentException problem(String text, String what) {
    return new IllegalArgumentException('"' + text + "\" " + what);
  }

  static boolean isAny(String part) {
    return part.equals("*");
  }

  static ResourcePattern parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0 || (text.indexOf('/') >= 0 && text.indexOf('/') < colon)) {
      throw problem(text, withoutScheme(text));
    }
    String scheme = text.substring(0, colon);
    String name = text.substring(colon + 1);
    if (name.startsWith(" ")) {
      throw problem(text, "has a space after the colon; write " + scheme + ':' + name.strip());
    }
    return switch (scheme) {
      case "web" -> web(text, name.stripTrailing());
      case "http" -> HttpSyntax.parse(text, name.stripTrailing());
      case "sql" -> SqlSyntax.parse(text, name.stripTrailing());
      case "method" -> MethodSyntax.parse(text, name.stripTrailing());
      case "redis", "grpc" ->
          throw problem(
              text, scheme + ": is not in this version; write web:, http:, sql: or method:");
      default -> throw problem(text, unknownScheme(scheme, name));
    };
  }

  private static String withoutScheme(String text) {
    String name = text.strip();
    String hint = "web:, http:, sql: or method: first, e.g. web:GET /orders/{id}";
    if (name.startsWith("/")) {
      hint = "web:* " + name;
    } else if (name.indexOf('#') > 0) {
      hint = "method:" + name;
    } else if (name.indexOf(" /") > 0) {
      hint = "web:" + name;
    } else if (name.indexOf(' ') > 0 && name.indexOf('/') > 0) {
      hint = "http:" + name;
    }
    return "does not say which kind of call it is; write " + hint;
  }

  private static String unknownScheme(String scheme, String name) {
    if (scheme.equals("https")) {
      return "is of no known kind; http: holds for both, write http:" + name;
    }
    String nearest = Nearest.of(scheme, SCHEMES);
    return nearest == null
        ? "is of no known kind; write web:, http:, sql: or method:"
        : "is of no known kind; did you mean " + nearest + ':' + name + '?';
  }

  private static WebPattern web(String text, String name) {
    int space = methodEnd(text, "web", name);
    String method = method(text, "web", name, space);
    String path = name.substring(space).stripLeading();
    if (!path.startsWith("/")) {
      throw problem(
          text,
          "has a path that does not start with /; write web:"
              + method
              + " /"
              + path
              + (path.indexOf('.') > 0
                  ? ", or for an outbound call http:" + method + ' ' + path
                  : ""));
    }
    return new WebPattern(text, method, PathSyntax.parse(text, path));
  }

  /** Where the method ends and the rest of a name begins. */
  static int methodEnd(String text, String scheme, String name) {
    int space = name.indexOf(' ');
    if (space >= 0) {
      return space;
    }
    String example = scheme.equals("web") ? "/orders/{id}" : "price.internal/v1/**";
    if (name.isEmpty()) {
      throw problem(
          text, "names nothing; write a method and a path, e.g. " + scheme + ":GET " + example);
    }
    if (name.indexOf('/') >= 0) {
      throw problem(
          text, "has no method; write " + scheme + ":* " + name + ", or GET instead of *");
    }
    throw problem(text, "has no path; write e.g. " + scheme + ':' + name + ' ' + example);
  }

  static String method(String text, String scheme, String name, int end) {
    String method = name.substring(0, end);
    String rest = name.substring(end);
    if (isAny(method)) {
      return method;
    }
    String upper = method.toUpperCase(Locale.ROOT);
    for (int i = 0; i < upper.length(); i++) {
      char c = upper.charAt(i);
      if ((c < 'A' || c > 'Z') && (i == 0 || (c != '-' && c != '_' && (c < '0' || c > '9')))) {
        throw problem(
            text,
            "has the method "
                + method
                + "; write one upper-case method or *, and one name for each of several methods");
      }
    }
    if (!upper.equals(method)) {
      throw problem(
          text,
          "has the method "
              + method
              + "; methods are upper-case, write "
              + scheme
              + ':'
              + upper
              + rest);
    }
    return method;
  }
}
