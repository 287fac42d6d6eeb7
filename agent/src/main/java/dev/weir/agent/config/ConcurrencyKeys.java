package dev.weir.agent.config;

import dev.weir.core.BlockReason;
import dev.weir.core.concurrency.ConcurrencyRule;
import dev.weir.core.concurrency.Limit;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Rule;
import org.jspecify.annotations.Nullable;

/**
 * How a limit on the calls inside is written: {@code 64}, or a mapping with {@code max} or {@code
 * adaptive}.
 */
final class ConcurrencyKeys extends KeyedRuleKeys {

  static final int MOST = 1_000_000;

  final Key<Integer> max = limit("max", new MaxType(), "at most so many calls inside at once");
  final Section range = new Section("adaptive", "a mapping, e.g. {min: 8, max: 512},");
  private final Key<Integer> least =
      range.required("min", new IntegerType(1, MOST), "the limit is never less");
  private final Key<Integer> most =
      range.required("max", new IntegerType(1, MOST), "the limit is never more");
  final Key<Values> adaptive =
      limit("adaptive", range, "instead of max: a limit that follows the measured latency");
  final Key<Long> maxWait =
      limit(
          "max-wait",
          DurationType.between("1ms", "10m"),
          "how long a call may wait for another to leave");
  final Key<Integer> maxWaiting =
      limit("max-waiting", new IntegerType(1, MOST), "calls that wait at once");
  final Key<Long> maxHold =
      limit(
          "max-hold",
          DurationType.between("100ms", "7d"),
          "after which an asynchronous call that has not ended is out");

  ConcurrencyKeys() {
    super(
        BlockReason.CONCURRENCY,
        "a number or a mapping, e.g. 64 or {max: 64, max-wait: 100ms},",
        "a number, unlimited or a mapping, e.g. {max: 200},",
        "limits the number of calls inside at once");
    section.together(Constraint.atLeastOne(max, adaptive), Constraint.atMostOne(max, adaptive));
    limits.together(Constraint.atMostOne(max, adaptive));
    section.orJust(max);
    limits.orJust(max);
  }

  @Override
  @Nullable Rule rule(Values values, @Nullable Keying keying, Reading reading) {
    Limit limit = limit(values, reading);
    if (limit == null) {
      return null;
    }
    return new ConcurrencyRule(
        values.get(name),
        values.get(mode),
        limit,
        values.get(maxWait, 0L),
        values.get(maxWaiting, Integer.MAX_VALUE),
        values.get(maxHold, ConcurrencyRule.DEFAULT_MAX_HOLD_NANOS),
        keying);
  }

  private @Nullable Limit limit(Values values, Reading reading) {
    if (values.has(max) && values.has(adaptive)) {
      reading.error(values, adaptive, "max is given, too; write one of both");
      return null;
    }
    if (!values.wants(max) && !values.wants(adaptive)) {
      reading.error(
          values.node(),
          values.path(),
          "max or adaptive is required: how many calls may be inside at once");
      return null;
    }
    Values range = values.get(adaptive);
    if (range != null) {
      return range(range, reading);
    }
    Integer number = values.get(max);
    return number == null ? null : new Limit.Fixed(number);
  }

  private @Nullable Limit range(Values range, Reading reading) {
    Integer from = range.get(least);
    Integer to = range.get(most);
    if (from == null || to == null) {
      return null;
    }
    if (from > to) {
      reading.error(range, least, '"' + from.toString() + "\" is more than max, which is " + to);
      return null;
    }
    return new Limit.Adaptive(from, to);
  }

  /** Many a reader of the reference tries the word alone. */
  private static final class MaxType extends CountType {

    MaxType() {
      super(MOST, ConcurrencyRule.UNLIMITED);
    }

    @Override
    Integer parse(String text, Node.Scalar written) {
      if (text.equals("adaptive")) {
        throw new IllegalArgumentException(
            "needs its bounds; write concurrency: {adaptive: {min: 8, max: 512}}");
      }
      return super.parse(text, written);
    }
  }

  /** A number replaces what adapts, and the other way round. */
  @Override
  Values override(Values written, Values rule) {
    Values both = written.over(rule);
    if (written.has(max) && !written.has(adaptive)) {
      both.remove(adaptive);
    } else if (written.has(adaptive) && !written.has(max)) {
      both.remove(max);
    }
    return both;
  }

  @Override
  void warn(Values values, Reading reading) {
    Integer limit = values.get(max);
    if (values.has(maxWaiting) && !values.has(maxWait)) {
      reading.warnNoEffect(values, maxWaiting, "without max-wait no call waits");
    }
    if (limit != null && limit == 0 && values.has(maxWait)) {
      reading.warnNoEffect(values, maxWait, "no call is ever inside that another could wait for");
    }
  }
}
