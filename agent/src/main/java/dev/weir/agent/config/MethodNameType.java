package dev.weir.agent.config;

import dev.weir.core.rules.OnBlock.MethodName;

/** A static method: {@code com.acme.Fallbacks#price}. */
final class MethodNameType extends ScalarType<MethodName> {

  MethodNameType() {
    super("a static method, e.g. com.acme.Fallbacks#price,");
  }

  @Override
  MethodName parse(String text, Node.Scalar written) {
    int hash = text.indexOf('#');
    if (hash < 0
        || !JavaNames.isClass(text.substring(0, hash))
        || !JavaNames.isIdentifier(text.substring(hash + 1))) {
      throw new IllegalArgumentException(
          "is not a method; write <class>#<method>, e.g. com.acme.Fallbacks#price");
    }
    return new MethodName(text.substring(0, hash), text.substring(hash + 1));
  }

  @Override
  Shape shape() {
    return Shape.text(JavaNames.CLASS + "#" + JavaNames.IDENTIFIER);
  }
}
