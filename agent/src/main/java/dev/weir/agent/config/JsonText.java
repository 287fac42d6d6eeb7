package dev.weir.agent.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A {@link Shape} as JSON for people: what fits on a line is on one. */
final class JsonText {

  private static final int WIDTH = 100;

  private JsonText() {}

  static String of(Object value) {
    return of(value, 0);
  }

  /**
   * @param before columns that are taken on the line
   */
  private static String of(Object value, int before) {
    if (value instanceof Shape shape) {
      return of(shape.words(), before);
    }
    if (value instanceof Map<?, ?> || value instanceof List<?>) {
      String line = onOneLine(value);
      return before + line.length() < WIDTH ? line : onSeveralLines(value);
    }
    return value instanceof String text ? quoted(text) : value.toString();
  }

  private static String onOneLine(Object value) {
    if (value instanceof Map<?, ?> map) {
      List<String> members = new ArrayList<>();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        members.add(key(member) + of(member.getValue(), Integer.MIN_VALUE));
      }
      return '{' + String.join(", ", members) + '}';
    }
    List<String> items = new ArrayList<>();
    for (Object item : (List<?>) value) {
      items.add(of(item, Integer.MIN_VALUE));
    }
    return '[' + String.join(", ", items) + ']';
  }

  private static String onSeveralLines(Object value) {
    List<String> lines = new ArrayList<>();
    if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> member : map.entrySet()) {
        String key = key(member);
        lines.add(key + of(member.getValue(), key.length()));
      }
      return "{\n" + indented(lines) + "\n}";
    }
    for (Object item : (List<?>) value) {
      lines.add(of(item, 0));
    }
    return "[\n" + indented(lines) + "\n]";
  }

  private static String indented(List<String> lines) {
    return "  " + String.join(",\n", lines).replace("\n", "\n  ");
  }

  private static String key(Map.Entry<?, ?> member) {
    return quoted(String.valueOf(member.getKey())) + ": ";
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\');
      }
      quoted.append(c);
    }
    return quoted.append('"').toString();
  }
}
