package dev.weir.core.flow;

import dev.weir.core.Mode;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Rule;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * No call while there are too many of another entry.
 *
 * @param limit of the calls of the other in any period; with more of them calls here are refused
 * @param related name of the other entry, or one of the resources that it matches as written
 */
public record RelatedRule(@Nullable String name, @Nullable Mode mode, Rate limit, String related)
    implements Rule {

  /** It counts the calls of another entry, however those may be told apart. */
  @Override
  public @Nullable Keying keying() {
    return null;
  }

  @Override
  public String kind() {
    return "flow";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("limit", limit.toString());
    settings.put("related", related);
    return settings;
  }
}
