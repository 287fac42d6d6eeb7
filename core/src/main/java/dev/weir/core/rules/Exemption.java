package dev.weir.core.rules;

import java.util.List;

/**
 * Calls that are never refused or delayed.
 *
 * @param match which calls; none for every inbound request
 * @param when values that the request must have besides; none for all those calls
 * @param systemOnly they are exempt from {@code system} alone, and other entries hold for them
 */
public record Exemption(List<ResourcePattern> match, List<RequestValue> when, boolean systemOnly) {

  public Exemption {
    match = List.copyOf(match);
    when = List.copyOf(when);
  }

  /** From all rules. */
  public Exemption(List<ResourcePattern> match, List<RequestValue> when) {
    this(match, when, false);
  }

  /** As users see it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (ResourcePattern pattern : match) {
      text.append(text.length() == 0 ? "" : ", ").append(pattern.text());
    }
    for (RequestValue value : when) {
      text.append(text.length() == 0 ? "" : " ").append("when ").append(value);
    }
    return text.toString();
  }
}
