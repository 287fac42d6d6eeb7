package dev.weir.it;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the application said to a command: the fields of its Outcome. */
record Reply(Map<String, String> fields) {

  /** What the call returned, as text. */
  String value() {
    String value = fields.get("value");
    if (value == null) {
      throw new AssertionError("the call returned no value: " + fields);
    }
    return value;
  }

  boolean isRefused() {
    return fields.containsKey("blocked.reason");
  }

  /** The class of the exception that came out, or null. */
  @Nullable String thrown() {
    return fields.get("thrown");
  }

  /** Class names from the exception that came out to the innermost cause. */
  String causes() {
    return fields.getOrDefault("causes", "");
  }

  String field(String name) {
    return fields.getOrDefault(name, "");
  }
}
