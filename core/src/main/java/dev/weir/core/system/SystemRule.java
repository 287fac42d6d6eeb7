package dev.weir.core.system;

import dev.weir.core.Mode;
import dev.weir.core.rules.DurationText;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Rule;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When inbound calls are refused to protect the JVM.
 *
 * @param cpu share of what the process may use, above 0 and at most 1; NaN where it does not matter
 * @param load average of the machine, above 0; NaN where it does not matter
 * @param latencyNanos mean response time of inbound calls; 0 where it does not matter
 */
public record SystemRule(double cpu, double load, long latencyNanos) implements Rule {

  public SystemRule {
    // NaN passes: there is none.
    if (cpu <= 0 || cpu > 1 || load <= 0 || latencyNanos < 0) {
      throw new IllegalArgumentException(
          "out of range: " + cpu + ", " + load + ", " + latencyNanos);
    }
  }

  boolean hasCpu() {
    return !Double.isNaN(cpu);
  }

  boolean hasLoad() {
    return !Double.isNaN(load);
  }

  boolean hasLatency() {
    return latencyNanos > 0;
  }

  @Override
  public @Nullable String name() {
    return null;
  }

  /** That of the file holds. */
  @Override
  public @Nullable Mode mode() {
    return null;
  }

  @Override
  public @Nullable Keying keying() {
    return null;
  }

  @Override
  public String kind() {
    return "system";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    if (hasCpu()) {
      settings.put("cpu", cpuText());
    }
    if (hasLoad()) {
      settings.put("load", loadText());
    }
    if (hasLatency()) {
      settings.put("inbound-latency", latencyText());
    }
    return settings;
  }

  String cpuText() {
    return Numbers.upToTwoPlaces(cpu * 100) + '%';
  }

  String loadText() {
    return Numbers.upToTwoPlaces(load);
  }

  String latencyText() {
    return DurationText.of(latencyNanos);
  }
}
