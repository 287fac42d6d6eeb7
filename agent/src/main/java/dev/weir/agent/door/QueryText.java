package dev.weir.agent.door;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The query of a request, as sent. The container's own parameters could read the body. */
final class QueryText {

  private QueryText() {}

  /** The first value of a parameter, decoded; null where there is none. */
  static @Nullable String value(@Nullable String query, String name) {
    if (query == null) {
      return null;
    }
    int from = 0;
    while (from <= query.length()) {
      int end = query.indexOf('&', from);
      if (end < 0) {
        end = query.length();
      }
      int equals = query.indexOf('=', from);
      int nameEnd = equals < 0 || equals > end ? end : equals;
      if (decoded(query.substring(from, nameEnd)).equals(name)) {
        return nameEnd == end ? "" : decoded(query.substring(nameEnd + 1, end));
      }
      from = end + 1;
    }
    return null;
  }

  private static String decoded(String text) {
    if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
      return text;
    }
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException ignored) {
      return text; // a broken escape: the text as it is
    }
  }
}
