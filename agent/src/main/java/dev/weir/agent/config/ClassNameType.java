package dev.weir.agent.config;

/** The full name of a class. */
final class ClassNameType extends ScalarType<String> {

  ClassNameType() {
    super("the name of a class");
  }

  @Override
  String parse(String text, Node.Scalar written) {
    if (JavaNames.isClass(text)) {
      return text;
    }
    throw new IllegalArgumentException(
        "is not the name of a class; write e.g. java.lang.IllegalStateException");
  }

  @Override
  Shape shape() {
    return Shape.text(JavaNames.CLASS);
  }
}
