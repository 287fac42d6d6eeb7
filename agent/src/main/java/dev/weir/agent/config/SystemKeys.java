package dev.weir.agent.config;

import dev.weir.core.concurrency.ConcurrencyRule;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.Rule;
import dev.weir.core.system.SystemRule;
import java.util.ArrayList;
import java.util.List;

/** How is written what protects the JVM as a whole. */
final class SystemKeys {

  final Section section = new Section("system", "a mapping, e.g. {cpu: 85%},");

  final Key<Double> cpu =
      section.key(
          "cpu",
          RatioType.aboveZero("which any use reaches"),
          "of what the process may use, above which a share of calls is refused");
  final Key<Double> load =
      section.key(
          "load",
          new DecimalType(),
          "average of the machine, above which no more calls are inside than lately went well");
  final Key<Rate> rate =
      section.key("inbound-rate", new RateType(), "at most so many calls in any period");
  final Key<Integer> concurrency =
      section.key(
          "inbound-concurrency",
          new CountType(ConcurrencyKeys.MOST, ConcurrencyRule.UNLIMITED),
          "at most so many calls inside at once");
  final Key<Long> latency =
      section.key(
          "inbound-latency",
          DurationType.between("1ms", "1h"),
          "mean response time, above which a share of calls is refused");
  final Key<List<Values>> exempt =
      section.key(
          "exempt",
          ListType.list(Schema.EXEMPTION, "a list"),
          "calls that none of this refuses; entries do all the same");

  /** In the order of evaluation. Each that counts calls has the name of its key. */
  List<Rule> rules(Values values) {
    List<Rule> rules = new ArrayList<>();
    if (values.has(cpu) || values.has(load) || values.has(latency)) {
      rules.add(
          new SystemRule(
              values.get(cpu, Double.NaN), values.get(load, Double.NaN), values.get(latency, 0L)));
    }
    Rate perPeriod = values.get(rate);
    if (perPeriod != null) {
      rules.add(new FlowRule(rate.name(), null, perPeriod));
    }
    Integer inside = values.get(concurrency);
    if (inside != null) {
      rules.add(
          new ConcurrencyRule(
              concurrency.name(),
              null,
              inside,
              0,
              Integer.MAX_VALUE,
              ConcurrencyRule.DEFAULT_MAX_HOLD_NANOS,
              null));
    }
    return rules;
  }

  /** What of it has no effect. */
  void warn(Values values, Reading reading) {
    if (values.sound() && rules(values).isEmpty()) {
      reading.warn(
          values.node(),
          values.path(),
          "no effect: it limits nothing; write cpu, load, inbound-rate, inbound-concurrency or"
              + " inbound-latency");
    }
    Double target = values.get(cpu);
    if (target != null && target == 1) {
      reading.warn(
          values,
          cpu,
          "hardly any effect: that is all that the process may use; write less, e.g. 85%");
    }
  }
}
