package dev.weir.agent.config;

import dev.weir.core.BlockReason;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Rule;
import org.jspecify.annotations.Nullable;

/** How a limit on calls is written. */
final class FlowKeys extends KeyedRuleKeys {

  final Key<Rate> limit =
      shared(section.required("limit", new RateType(), "at most so many calls in any period"));

  FlowKeys() {
    super(
        BlockReason.FLOW,
        "a mapping, e.g. {limit: 500/s},",
        "a rate, unlimited or a mapping, e.g. {limit: 1000/s},",
        "limits the number of calls");
    limits.orJust(limit);
  }

  @Override
  @Nullable Rule rule(Values values, @Nullable Keying keying, Reading reading) {
    Rate rate = values.get(limit);
    return rate == null ? null : new FlowRule(values.get(name), values.get(mode), rate, keying);
  }

  @Override
  void warn(Values values, Reading reading) {
    // Nothing that is written here is without effect.
  }
}
