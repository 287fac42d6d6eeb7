package dev.weir.agent.config;

import dev.weir.core.flow.Priority;
import dev.weir.core.rules.RequestValue;
import org.jspecify.annotations.Nullable;

/** How is written which calls may wait for a permit where others are refused. */
final class PriorityKeys {

  /** The longest that can be borrowed. */
  static final long MOST_NANOS = 600_000_000_000L;

  final Section section =
      new Section("priority", "a mapping, e.g. {when: header:X-Priority=high, borrow: 1s},");

  final Key<RequestValue> when =
      section.required("when", new RequestValueType(), "what a call of priority has");
  final Key<Long> borrow =
      section.required(
          "borrow",
          DurationType.between("1ms", "10m"),
          "how long such a call may wait for a permit");

  /** Null where something of it is wrong, which has been reported. */
  @Nullable Priority priority(Values values) {
    RequestValue value = values.get(when);
    Long nanos = values.get(borrow);
    return value == null || nanos == null ? null : new Priority(value, nanos);
  }
}
