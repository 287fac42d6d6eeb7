package dev.weir.agent.config;

import java.util.ArrayList;
import java.util.List;

/**
 * Keys of the format that this version refuses by name: the one table. Who builds a feature deletes
 * its line here and adds one to the {@link Schema}.
 */
final class LaterKeys {

  /** Section and key. */
  private static final String[] TABLE = {
    "top cluster", "top console", "top metrics", "top log", "flow scope", "errors grpc",
  };

  private LaterKeys() {}

  static boolean contains(String section, String key) {
    return of(section).contains(key);
  }

  static int count() {
    return TABLE.length;
  }

  /** The later keys of a section. */
  static List<String> of(String section) {
    String prefix = section + " ";
    List<String> keys = new ArrayList<>();
    for (String line : TABLE) {
      if (line.startsWith(prefix)) {
        keys.add(line.substring(prefix.length()));
      }
    }
    return keys;
  }
}
