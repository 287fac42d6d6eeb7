package dev.weir.agent.config;

import dev.weir.core.Mode;

/** {@code enforce}, {@code observe} or {@code off}. */
final class ModeType extends ScalarType<Mode> {

  ModeType() {
    super("a mode (enforce, observe or off)");
  }

  @Override
  Mode parse(String text, Node.Scalar written) {
    if (text.equals("enforce")) {
      return Mode.ENFORCE;
    }
    if (text.equals("observe")) {
      return Mode.OBSERVE;
    }
    if (text.equals("off")) {
      return Mode.OFF;
    }
    throw new IllegalArgumentException("is not a mode; write enforce, observe or off");
  }

  @Override
  Shape shape() {
    return Shape.oneOf("enforce", "observe", "off");
  }
}
