package dev.weir.agent.door;

import dev.weir.core.rules.KeyPart;
import org.jspecify.annotations.Nullable;

/** What a request carries. */
final class RequestValues {

  private RequestValues() {}

  /** The value of a header, query parameter or cookie; null where it is not sent. */
  static @Nullable String value(KeyPart part, Object request) {
    RequestApi api = RequestApi.of(request);
    return switch (part.source()) {
      case HEADER -> api.header(request, part.name());
      case QUERY -> QueryText.value(api.query(request), part.name());
      case COOKIE -> api.cookie(request, part.name());
      default -> null;
    };
  }

  /**
   * Who is calling; null where that is not known.
   *
   * @param part that says so, or null. An empty one says nothing
   */
  static @Nullable String caller(@Nullable KeyPart part, Object request) {
    String said = part == null ? null : value(part, request);
    return said == null || said.isEmpty() ? null : said;
  }
}
