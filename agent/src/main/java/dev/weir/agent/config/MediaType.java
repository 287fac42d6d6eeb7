package dev.weir.agent.config;

/** A media type with or without parameters. */
final class MediaType extends ScalarType<String> {

  MediaType() {
    super("a media type, e.g. application/json,");
  }

  @Override
  String parse(String text, Node.Scalar written) {
    int semicolon = text.indexOf(';');
    String type = (semicolon < 0 ? text : text.substring(0, semicolon)).strip();
    int slash = type.indexOf('/');
    if (slash < 0
        || !HttpText.isToken(type.substring(0, slash))
        || !HttpText.isToken(type.substring(slash + 1))
        || !HttpText.isValue(text)) {
      throw new IllegalArgumentException(
          "is not a media type; write e.g. application/json or text/html;charset=utf-8");
    }
    return text;
  }

  @Override
  Shape shape() {
    return Shape.text(Shape.TOKEN + "/" + Shape.TOKEN + " *(;.*)?");
  }
}
