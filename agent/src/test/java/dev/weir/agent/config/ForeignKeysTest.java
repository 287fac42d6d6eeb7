package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForeignKeysTest {

  /** Our key says whether this version has it: what it has is shown with value and unit. */
  @ParameterizedTest
  @CsvSource({
    "flow, maxQueueingTimeMs, 500, max-wait, write max-wait: 500ms",
    "flow, max-queueing-time-ms, 500, max-wait, write max-wait: 500ms",
    "flow, controlBehavior, 1, warm-up, it is warm-up here",
    "flow, controlBehavior, 2, max-wait, it is max-wait here",
    "flow, warmUpPeriodSec, 10, warm-up, write warm-up: 10s",
    "flow, strategy, 1, related, it is related here",
    "flow, refResource, orders, related, it is related here",
    "flow, max_tokens, 100, burst, write burst: 100",
    "flow, clusterMode, true, scope, it is scope here",
    "flow, timeoutDuration, 500ms, max-wait, it is max-wait here",
    "resources, limitApp, app-a, caller, it is caller here",
    "resources, authority, '', access, it is access here",
    "top, highestSystemLoad, 4.0, system.load, it is system.load here",
    "top, highestCpuUsage, 0.8, system.cpu, it is system.cpu here",
    "top, qps, 500, system.inbound-rate, it is system.inbound-rate here",
    "top, avgRt, 20, system.inbound-latency, it is system.inbound-latency here",
    "top, maxThread, 400, system.inbound-concurrency, it is system.inbound-concurrency here",
    "breaker, timeWindow, 10, open-for, write open-for: 10s",
    "breaker, timeWindow, 10s, open-for, it is open-for here",
    "breaker, failureRateThreshold, 50, error-ratio, write error-ratio: 50%",
    "system, highestSystemLoad, 4.0, load, write load: 4.0",
    "system, qps, 500, inbound-rate, write inbound-rate: 500/s",
    "system, avgRt, 20, inbound-latency, write inbound-latency: 20ms",
  })
  void keyIsShownAsItIsWrittenHere(
      String section, String key, String value, String ours, String hint) {
    Set<String> meant = new HashSet<>();
    Node written = new Node.Scalar(value, true, true, 1, 1);
    boolean later = LaterKeys.contains(section, ours.replaceFirst("\\..*", ""));
    assertThat(ForeignKeys.hint(section, key, written, alone(key, written), meant))
        .isEqualTo(
            "unknown key; "
                + (later ? "it is " + ours + " here, which is not in this version of Weir" : hint));
    assertThat(meant).containsExactly(ours);
  }

  private static Node.Mapping alone(String key, Node value) {
    Node.Scalar name = new Node.Scalar(key, true, true, 1, 1);
    return new Node.Mapping(List.of(new Node.Member(name, value)), 1, 1, 2, 2);
  }
}
