package dev.weir.agent.config;

import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import java.util.ArrayList;
import java.util.List;

/** What tells calls apart: {@code resource}, {@code ip}, {@code header:X-Tenant} and so on. */
final class KeyPartType extends ScalarType<KeyPart> {

  private static final String FORMS =
      "resource, ip, host, arg:<i>, header:<name>, query:<name> or cookie:<name>";

  /** The JVM allows a method no more. */
  private static final IntegerType ARGUMENT = new IntegerType(0, 254);

  private static final int MAX_NAME = 200;

  KeyPartType() {
    super(FORMS + " (no blank after the colon)");
  }

  @Override
  KeyPart parse(String text, Node.Scalar written) {
    for (Source source : Source.values()) {
      String prefix = source.prefix();
      if (!prefix.endsWith(":")) {
        if (text.equals(prefix)) {
          return alone(source);
        }
      } else if (text.startsWith(prefix)) {
        return new KeyPart(source, name(source, text.substring(prefix.length()), written));
      }
    }
    throw new IllegalArgumentException("tells no calls apart; write " + FORMS);
  }

  private static KeyPart alone(Source source) {
    if (source == Source.CALLER) {
      throw new IllegalArgumentException(
          "is not in this version of Weir; name what holds the caller, e.g. header:X-Client-App");
    }
    return new KeyPart(source, "");
  }

  private static String name(Source source, String name, Node.Scalar written) {
    if (source == Source.ARGUMENT) {
      return Integer.toString(argument(name, written));
    }
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
      if (source != Source.CALLER && !source.prefix().endsWith(":")) {
        words.add(source.prefix());
      }
    }
    String named = "arg:[0-9]{1,3}|(header|cookie):" + Shape.TOKEN + "|query:.*\\S.*";
    return Shape.either(Shape.any().with("enum", words), Shape.text(named));
  }
}
