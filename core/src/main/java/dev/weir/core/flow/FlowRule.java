package dev.weir.core.flow;

import dev.weir.core.Mode;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Rule;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * At most so many calls in any period.
 *
 * @param limit how many, and how long the period is
 */
public record FlowRule(
    @Nullable String name, @Nullable Mode mode, Rate limit, @Nullable Keying keying)
    implements Rule {

  /** Of all calls together. */
  public FlowRule(@Nullable String name, @Nullable Mode mode, Rate limit) {
    this(name, mode, limit, null);
  }

  @Override
  public String kind() {
    return "flow";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("limit", limit.toString());
    return settings;
  }
}
