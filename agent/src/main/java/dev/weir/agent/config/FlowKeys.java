package dev.weir.agent.config;

import dev.weir.core.BlockReason;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.Rule;
import org.jspecify.annotations.Nullable;

/** How a limit on calls is written. */
final class FlowKeys extends RuleKeys {

  final Key<Rate> limit =
      section.required("limit", new RateType(), "at most so many calls in any period");

  FlowKeys() {
    super(BlockReason.FLOW, "a mapping, e.g. {limit: 500/s},", "limits the number of calls");
  }

  @Override
  @Nullable Rule rule(Values values, Reading reading) {
    Rate rate = values.get(limit);
    return rate == null ? null : new FlowRule(values.get(name), values.get(mode), rate);
  }
}
