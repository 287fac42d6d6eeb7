package dev.weir.agent.config;

import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import dev.weir.core.rules.RequestValue;

/** A value that a request must have: {@code header:X-Tier=trial}. */
final class RequestValueType extends ScalarType<RequestValue> {

  private static final String FORMS =
      "header:<name>=<value>, query:<name>=<value> or cookie:<name>=<value>";

  private static final KeyPartType PART = new KeyPartType();
  private static final int MAX_VALUE = 200;

  RequestValueType() {
    super("a value of a request, e.g. header:X-Tier=trial,");
  }

  @Override
  RequestValue parse(String text, Node.Scalar written) {
    int equals = text.indexOf('=');
    int colon = text.indexOf(':');
    if (colon < 0 || equals < colon) {
      throw new IllegalArgumentException("is no value of a request; write " + FORMS);
    }
    KeyPart part = PART.parse(text.substring(0, equals), written);
    if (part.source() == Source.ARGUMENT) {
      throw new IllegalArgumentException("is no value of a request; write " + FORMS);
    }
    String value = text.substring(equals + 1);
    if (value.isBlank() || hasControl(value)) {
      throw new IllegalArgumentException(
          "has no value after the = that a request could have; write e.g. " + part + "=high");
    }
    if (value.length() > MAX_VALUE) {
      throw new IllegalArgumentException(
          "has too long a value; at most " + MAX_VALUE + " characters");
    }
    return new RequestValue(part, value);
  }

  private static boolean hasControl(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (Character.isISOControl(value.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  @Override
  Shape shape() {
    String name = "((header|cookie):" + Shape.TOKEN + "|query:[^=]*[^=\\s][^=]*)";
    return Shape.text(name + "=.*\\S.*");
  }
}
