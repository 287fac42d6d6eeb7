package dev.weir.agent.config;

import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import java.util.ArrayList;
import java.util.List;

/** What tells calls apart: {@code resource}, {@code ip}, {@code header:X-Tenant} and so on. */
final class KeyPartType extends ScalarType<KeyPart> {

  private static final String FORMS =
      "resource, ip, caller, host, arg:<i>, " + RequestPartType.FORMS;

  /** The JVM allows a method no more. */
  private static final IntegerType ARGUMENT = new IntegerType(0, 254);

  private static final int MAX_NAME = 200;

  KeyPartType() {
    super(FORMS + " (no blank after the colon)");
  }

  @Override
  KeyPart parse(String text, Node.Scalar written) {
    checkColon(text);
    for (Source source : Source.values()) {
      String prefix = source.prefix();
      if (!prefix.endsWith(":")) {
        if (text.equals(prefix)) {
          return new KeyPart(source, "");
        }
      } else if (text.startsWith(prefix)) {
        String name = text.substring(prefix.length());
        boolean argument = source == Source.ARGUMENT;
        return new KeyPart(
            source, argument ? Integer.toString(argument(name, written)) : name(source, name));
      }
    }
    throw new IllegalArgumentException("tells no calls apart; write " + FORMS);
  }

  /** {@code arg0} is what many parameters are called. */
  private static void checkColon(String text) {
    if (text.startsWith("arg") && Decimal.parse(text.substring(3)) != null) {
      throw new IllegalArgumentException(
          "tells no calls apart; did you mean arg:" + text.substring(3) + '?');
    }
  }

  /** The name of a header, query parameter or cookie. */
  static String name(Source source, String name) {
    if (name.length() > MAX_NAME) {
      throw new IllegalArgumentException("is too long; at most " + MAX_NAME + " characters");
    }
    // The names of query parameters may hold anything that can be written in a URL.
    boolean right = source == Source.QUERY ? isQueryName(name) : HttpText.isToken(name);
    if (!right) {
      throw new IllegalArgumentException(
          "has no name after the colon that could be found; write e.g. "
              + source.prefix()
              + example(source));
    }
    return name;
  }

  private static int argument(String number, Node.Scalar written) {
    try {
      return ARGUMENT.parse(number, written);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "names no argument; write its number, from arg:0 for the first to arg:254", e);
    }
  }

  private static boolean isQueryName(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i))) {
        return false;
      }
    }
    return !name.isBlank();
  }

  private static String example(Source source) {
    if (source == Source.HEADER) {
      return "X-Tenant";
    }
    return source == Source.QUERY ? "uid" : "sid";
  }

  @Override
  Shape shape() {
    List<Object> words = new ArrayList<>();
    for (Source source : Source.values()) {
      if (!source.prefix().endsWith(":")) {
        words.add(source.prefix());
      }
    }
    String named = "arg:[0-9]{1,3}|" + RequestPartType.PATTERN;
    return Shape.either(Shape.any().with("enum", words), Shape.text(named));
  }
}
