package dev.weir.agent.config;

import dev.weir.core.BlockReason;
import dev.weir.core.Kind;
import dev.weir.core.Mode;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Pacing;
import dev.weir.core.flow.Rate;
import dev.weir.core.flow.RelatedRule;
import dev.weir.core.flow.WarmUp;
import dev.weir.core.rules.DurationText;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.Rule;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How a limit on calls is written. */
final class FlowKeys extends KeyedRuleKeys {

  private static final int MOST = 1_000_000;

  final Key<Rate> limit =
      shared(section.required("limit", new RateType(), "at most so many calls in any period"));
  final Key<Long> maxWait =
      limit(
          "max-wait",
          DurationType.between("1ms", "10m"),
          "how long a call may wait for its turn; calls are spaced evenly then");
  final Key<Integer> maxWaiting =
      limit("max-waiting", new IntegerType(1, MOST), "calls that wait at once");
  final Key<Integer> burst =
      limit("burst", new IntegerType(1, MOST), "calls that may go at once: a token bucket");
  final Key<Long> warmUp =
      limit(
          "warm-up",
          DurationType.between("1ms", "1d"),
          "from limit/cold-factor to the limit, under load");
  final Key<Integer> coldFactor =
      limit("cold-factor", new IntegerType(2, 1_000), "what the limit is divided by when cold");
  final Key<WarmUp.When> warmUpOn =
      limit(
          "warm-up-on",
          new WordType<>(List.of(WarmUp.When.IDLE, WarmUp.When.START)),
          "what makes it cold");
  final PriorityKeys priorityKeys = new PriorityKeys();
  final Key<Values> priority =
      limit("priority", priorityKeys.section, "calls that may wait for a permit");

  final Key<String> related =
      section.key(
          "related", new NameType(), "the entry whose calls count instead: its name, or its match");

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
    if (rate != null && values.has(related)) {
      return related(values, rate, reading);
    }
    if (rate == null || !checkBurst(values, rate, reading) || !checkPriority(values, reading)) {
      return null;
    }
    Values written = values.get(priority);
    return new FlowRule(
        values.get(name),
        values.get(mode),
        rate,
        pacing(values),
        warmUp(values),
        written == null ? null : priorityKeys.priority(written),
        keying);
  }

  private @Nullable Rule related(Values values, Rate rate, Reading reading) {
    boolean alone = true;
    List<Key<?>> shapes =
        List.of(maxWait, maxWaiting, burst, warmUp, coldFactor, warmUpOn, priority);
    for (Key<?> key : shapes) {
      alone &= checkAlone(values, key, "it counts the calls of another entry", reading);
    }
    for (Key<?> key : List.of(keying.per, keying.overrides, keying.absent, keying.maxKeys)) {
      alone &= checkAlone(values, key, "it counts all calls of another entry together", reading);
    }
    String other = values.get(related);
    return other == null || !alone
        ? null
        : new RelatedRule(values.get(name), values.get(mode), rate, other);
  }

  private static boolean checkAlone(Values values, Key<?> key, String why, Reading reading) {
    if (values.has(key)) {
      reading.error(values, key, "not beside related: " + why);
    }
    return !values.has(key);
  }

  @Override
  void check(Values written, Values entry, Values file, Reading reading) {
    if (written.has(priority)) {
      checkRequests(written, EntryReader.kinds(entry.list(Schema.MATCH)), reading);
    }
    checkOther(written, entry, file, reading);
  }

  /** Only requests can have the value that makes a call one of priority. */
  private void checkRequests(Values written, Set<Kind> kinds, Reading reading) {
    if (!kinds.isEmpty() && !kinds.contains(Kind.WEB)) {
      reading.error(
          written, priority, "is known of web calls only, and match holds none; remove it");
    } else if (kinds.size() > 1) {
      reading.warn(written, priority, "holds for none but the web calls of match");
    }
  }

  /** The other entry must be there: its calls are counted where it judges them. */
  private void checkOther(Values written, Values entry, Values file, Reading reading) {
    String other = written.get(related);
    if (other == null) {
      return;
    }
    for (Values each : file.list(Schema.RESOURCES)) {
      if (isCalled(each, other)) {
        if (each == entry) {
          reading.error(written, related, Quoted.of(other) + " is this entry itself");
        } else if (each.get(Schema.ENTRY_MODE) == Mode.OFF) {
          reading.warnNoEffect(written, related, each.path() + " is off, and counts nothing");
        }
        return;
      }
    }
    reading.error(
        written,
        related,
        "no entry has the name "
            + Quoted.of(other)
            + " or that in its match; "
            + (isPattern(other)
                ? "add one, whose calls are counted then, e.g. - match: "
                : "give the entry whose calls count name: ")
            + other);
  }

  private static boolean isPattern(String text) {
    try {
      ResourcePattern.parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isCalled(Values entry, String nameOrMatch) {
    if (nameOrMatch.equals(entry.get(Schema.NAME))) {
      return true;
    }
    for (ResourcePattern pattern : entry.list(Schema.MATCH)) {
      if (pattern.text().equals(nameOrMatch)) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Pacing pacing(Values values) {
    Long wait = values.get(maxWait);
    Integer atOnce = values.get(burst);
    if (wait == null && atOnce == null) {
      return null;
    }
    return new Pacing(
        atOnce == null ? 1 : atOnce,
        wait == null ? 0 : wait,
        values.get(maxWaiting, Integer.MAX_VALUE));
  }

  private @Nullable WarmUp warmUp(Values values) {
    Long time = values.get(warmUp);
    return time == null
        ? null
        : new WarmUp(
            time,
            values.get(coldFactor, WarmUp.DEFAULT_COLD_FACTOR),
            values.get(warmUpOn, WarmUp.When.IDLE));
  }

  private boolean checkBurst(Values values, Rate rate, Reading reading) {
    Integer atOnce = values.get(burst);
    if (atOnce == null || FlowRule.fills(rate, atOnce)) {
      return true;
    }
    reading.error(
        values,
        burst,
        '"'
            + atOnce.toString()
            + "\" is too much for a limit of "
            + rate
            + ": such a bucket fills in more than "
            + DurationText.of(FlowRule.MAX_FILL_NANOS));
    return false;
  }

  private boolean checkPriority(Values values, Reading reading) {
    boolean spaced = values.has(maxWait) || values.has(burst);
    if (spaced && values.has(priority)) {
      reading.error(
          values,
          priority,
          "not beside max-wait or burst: calls that are spaced get their turns as they come; leave"
              + " out the one or the other");
    }
    return !spaced || !values.has(priority);
  }

  @Override
  void warn(Values values, Reading reading) {
    if (values.has(related)) {
      return;
    }
    if (values.has(maxWaiting) && !values.has(maxWait)) {
      reading.warnNoEffect(values, maxWaiting, "without max-wait no call waits");
    }
    if (!values.has(warmUp)) {
      warn(values, coldFactor, "without warm-up the limit holds from the first call on", reading);
      warn(values, warmUpOn, "without warm-up the limit holds from the first call on", reading);
    }
    Rate rate = values.get(limit);
    if (rate != null && rate.calls() == 0) {
      warnOfShape(values, "no call is ever granted", reading);
    } else if (rate != null && rate.calls() == Rate.UNLIMITED) {
      warnOfShape(values, "nothing is limited", reading);
    } else if (rate != null) {
      warnOfBorrow(values, rate.periodNanos(), reading);
    }
  }

  /** A permit that was just granted comes free a whole period later. */
  private void warnOfBorrow(Values values, long period, Reading reading) {
    Values written = values.get(priority);
    Long nanos = written == null ? null : written.get(priorityKeys.borrow);
    if (written == null || nanos == null || nanos >= period) {
      return;
    }
    String least = DurationText.of(period);
    reading.warn(
        written,
        priorityKeys.borrow,
        '"'
            + DurationText.of(nanos)
            + "\" is shorter than the period of limit, "
            + least
            + ": where permits come free later, calls of priority are refused; "
            + (period <= PriorityKeys.MOST_NANOS
                ? "write borrow: " + least
                : "write a limit with a shorter period"));
  }

  private void warnOfShape(Values values, String why, Reading reading) {
    warn(values, maxWait, why, reading);
    warn(values, burst, why, reading);
    warn(values, warmUp, why, reading);
    warn(values, priority, why, reading);
  }

  private static void warn(Values values, Key<?> key, String why, Reading reading) {
    if (values.has(key)) {
      reading.warnNoEffect(values, key, why);
    }
  }
}
