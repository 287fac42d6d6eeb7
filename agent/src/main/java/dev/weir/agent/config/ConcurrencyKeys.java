package dev.weir.agent.config;

import dev.weir.core.BlockReason;
import dev.weir.core.concurrency.ConcurrencyRule;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Rule;
import org.jspecify.annotations.Nullable;

/** How a limit on the calls inside is written: {@code 64}, or a mapping with {@code max}. */
final class ConcurrencyKeys extends KeyedRuleKeys {

  private static final int MOST = 1_000_000;

  final Key<Integer> max =
      shared(
          section.required(
              "max",
              new CountType(MOST, ConcurrencyRule.UNLIMITED),
              "at most so many calls inside at once"));
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
    section.orJust(max);
    limits.orJust(max);
  }

  @Override
  @Nullable Rule rule(Values values, @Nullable Keying keying, Reading reading) {
    Integer limit = values.get(max);
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
