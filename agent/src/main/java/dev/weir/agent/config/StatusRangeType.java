package dev.weir.agent.config;

import dev.weir.core.breaker.StatusRange;

/** {@code 503} or {@code 500-599}. */
final class StatusRangeType extends ScalarType<StatusRange> {

  private static final IntegerType STATUS = new IntegerType(100, 599);

  StatusRangeType() {
    super("a status or a range of them, e.g. 503 or 500-599,");
  }

  @Override
  StatusRange parse(String text, Node.Scalar written) {
    int dash = text.indexOf('-');
    String first = dash < 0 ? text : text.substring(0, dash).strip();
    String last = dash < 0 ? text : text.substring(dash + 1).strip();
    if (Decimal.parse(first) == null || Decimal.parse(last) == null) {
      throw new IllegalArgumentException("is not a status; write e.g. 503 or 500-599");
    }
    int from = STATUS.parse(first, written);
    int to = STATUS.parse(last, written);
    if (from > to) {
      throw new IllegalArgumentException("ends before it begins; write " + to + '-' + from);
    }
    return new StatusRange(from, to);
  }

  @Override
  Shape shape() {
    return Shape.of("integer", "string")
        .with("minimum", 100)
        .with("maximum", 599)
        .matching("[1-5][0-9][0-9]( *- *[1-5][0-9][0-9])?");
  }
}
