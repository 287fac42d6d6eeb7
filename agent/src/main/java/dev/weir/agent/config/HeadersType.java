package dev.weir.agent.config;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Headers of a response. Their names are data, not keys of the rule file: {@code x-reason} is a
 * header and not ignored.
 */
final class HeadersType extends Type<Map<String, String>> {

  /** Those that say where a message ends or belong to the connection. */
  private static final Set<String> OF_THE_SERVER =
      Set.of(
          "content-length",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "trailer",
          "upgrade",
          "te");

  private static final Type<String> VALUE = new Value();

  @Override
  @Nullable Map<String, String> read(Node node, String path, Reading reading) {
    if (!(node instanceof Node.Mapping mapping)) {
      wrong(node, path, "a mapping of header names to values, e.g. {Retry-After: 5},", reading);
      return null;
    }
    Map<String, String> headers = new LinkedHashMap<>();
    Map<String, String> names = new LinkedHashMap<>();
    boolean complete = true;
    for (Node.Member member : mapping.members()) {
      String name = member.key().text();
      String below = Paths.child(path, name);
      String fault = fault(name, names);
      if (fault != null) {
        reading.error(member.key(), below, fault);
      }
      String value = VALUE.read(member.value(), below, reading);
      if (fault == null && value != null) {
        headers.put(name, value);
      } else {
        complete = false;
      }
    }
    return complete ? headers : null;
  }

  @Override
  Shape shape(Definitions definitions) {
    StringBuilder others = new StringBuilder("content-type");
    for (String name : new TreeSet<>(OF_THE_SERVER)) {
      others.append('|').append(name);
    }
    String names = "(?!(" + inAnyCase(others.toString()) + ")$)" + Shape.TOKEN;
    return Shape.of("object")
        .with("propertyNames", Shape.any().written(names))
        .with("additionalProperties", VALUE.shape(definitions));
  }

  /** As a regular expression; that of an editor has no flag for it. */
  private static String inAnyCase(String names) {
    StringBuilder any = new StringBuilder();
    for (int i = 0; i < names.length(); i++) {
      char c = names.charAt(i);
      if (c >= 'a' && c <= 'z') {
        any.append('[').append(Character.toUpperCase(c)).append(c).append(']');
      } else {
        any.append(c);
      }
    }
    return any.toString();
  }

  private static @Nullable String fault(String name, Map<String, String> names) {
    if (!HttpText.isToken(name)) {
      return Quoted.of(name) + " is not the name of a header";
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.equals("content-type")) {
      return "write it as content-type: beside headers";
    }
    if (OF_THE_SERVER.contains(lower)) {
      return "this header is set by the server; remove it";
    }
    String other = names.put(lower, name);
    return other == null ? null : "the same header as " + other + "; names ignore case";
  }

  private static final class Value extends ScalarType<String> {

    Value() {
      super("the value of a header");
    }

    @Override
    String parse(String text, Node.Scalar written) {
      if (!HttpText.isValue(text)) {
        throw new IllegalArgumentException(
            "is not the value of a header; it must be printable ASCII without line breaks");
      }
      return text;
    }

    @Override
    Shape shape() {
      return Shape.scalar().written("[!-~]?|[!-~][\\t -~]*[!-~]");
    }
  }
}
