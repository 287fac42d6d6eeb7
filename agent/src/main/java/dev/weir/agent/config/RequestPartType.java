package dev.weir.agent.config;

import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import org.jspecify.annotations.Nullable;

/** Where something stands in a request: {@code header:X-Tenant}, {@code query:uid} and so on. */
final class RequestPartType extends ScalarType<KeyPart> {

  static final String FORMS = "header:<name>, query:<name> or cookie:<name>";

  /** The same for editors. */
  static final String PATTERN = "(header|cookie):" + Shape.TOKEN + "|query:.*\\S.*";

  RequestPartType() {
    super(FORMS + " (no blank after the colon)");
  }

  @Override
  KeyPart parse(String text, Node.Scalar written) {
    KeyPart part = part(text);
    if (part == null) {
      throw new IllegalArgumentException("is no part of a request; write " + FORMS);
    }
    return part;
  }

  /**
   * What names a part of a request.
   *
   * @return null for anything else
   * @throws IllegalArgumentException where its name is wrong, with what to tell the user
   */
  static @Nullable KeyPart part(String text) {
    int colon = text.indexOf(':') + 1;
    String prefix = text.substring(0, colon);
    for (Source source : Source.values()) {
      boolean ofRequest =
          source == Source.HEADER || source == Source.QUERY || source == Source.COOKIE;
      if (ofRequest && source.prefix().equals(prefix)) {
        return new KeyPart(source, KeyPartType.name(source, text.substring(colon)));
      }
    }
    return null;
  }

  @Override
  Shape shape() {
    return Shape.text(PATTERN);
  }
}
