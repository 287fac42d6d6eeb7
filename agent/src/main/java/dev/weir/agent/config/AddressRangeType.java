package dev.weir.agent.config;

import dev.weir.core.rules.AddressRange;

/** Addresses that begin alike. */
final class AddressRangeType extends ScalarType<AddressRange> {

  AddressRangeType() {
    super("a range of addresses, e.g. 10.0.0.0/8,");
  }

  @Override
  AddressRange parse(String text, Node.Scalar written) {
    return AddressRange.parse(text);
  }

  @Override
  Shape shape() {
    return Shape.text("[0-9.]+(/[0-9]{1,2})?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(/[0-9]{1,3})?");
  }
}
