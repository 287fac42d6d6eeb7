package dev.weir.agent;

import dev.weir.core.Mode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What is set outside the rule file. Each setting is looked for in the agent's argument, then in
 * the system property {@code weir.<key>}, then in the environment variable {@code WEIR_<KEY>}.
 *
 * <p>The argument is either a path ({@code =/etc/app/rules.yaml}) or pairs ({@code
 * =rules=/etc/app/rules.yaml;strict=true}).
 */
final class Settings {

  /** Every key, for the check of the argument and for the documentation. */
  static final String[] KEYS = {"rules", "mode", "strict"};

  private final Map<String, String> argument;
  private final Properties properties;
  private final Map<String, String> environment;
  private final Log log;

  private Settings(
      Map<String, String> argument,
      Properties properties,
      Map<String, String> environment,
      Log log) {
    this.argument = argument;
    this.properties = properties;
    this.environment = environment;
    this.log = log;
  }

  /** Reads the argument; what is wrong with it is logged and left out. */
  static Settings of(
      @Nullable String argument, Properties properties, Map<String, String> environment, Log log) {
    return new Settings(
        parse(argument == null ? "" : argument.trim(), log), properties, environment, log);
  }

  private static Map<String, String> parse(String argument, Log log) {
    Map<String, String> values = new HashMap<>();
    int from = 0;
    while (from < argument.length()) {
      int to = argument.indexOf(';', from);
      if (to < 0) {
        to = argument.length();
      }
      String pair = argument.substring(from, to).trim();
      from = to + 1;
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      if (equals < 0) {
        values.put("rules", pair);
      } else if (isKey(pair.substring(0, equals).trim())) {
        values.put(pair.substring(0, equals).trim(), pair.substring(equals + 1).trim());
      } else {
        log.warn(
            "agent argument: unknown key \""
                + pair.substring(0, equals)
                + "\" is ignored; known are: "
                + String.join(", ", KEYS));
      }
    }
    return values;
  }

  private static boolean isKey(String text) {
    for (String key : KEYS) {
      if (key.equals(text)) {
        return true;
      }
    }
    return false;
  }

  /** Where the rule file is, or null for the usual places. */
  @Nullable Setting rules() {
    return find("rules");
  }

  /** The highest mode that any rule may have. */
  Mode modeCap() {
    Setting setting = find("mode");
    if (setting == null) {
      return Mode.ENFORCE;
    }
    for (Mode mode : Mode.values()) {
      if (mode.name().equalsIgnoreCase(setting.value())) {
        return mode;
      }
    }
    log.error(
        setting.origin()
            + ": \""
            + setting.value()
            + "\" is not a mode; write enforce, observe or off. Until then nothing is refused (observe)");
    return Mode.OBSERVE;
  }

  /** Whether the JVM is to stop when the rule file is missing or broken at start. */
  boolean strict() {
    Setting setting = find("strict");
    if (setting == null || setting.value().equals("false")) {
      return false;
    }
    if (!setting.value().equals("true")) {
      log.error(
          setting.origin() + ": \"" + setting.value() + "\" is not true or false; taken as true");
    }
    return true;
  }

  /** What is set to nothing is not set: templates of containers do that. */
  private @Nullable Setting find(String key) {
    String value = argument.get(key);
    if (value != null && !value.isBlank()) {
      return new Setting(value, "agent argument " + key);
    }
    String property = "weir." + key;
    value = properties.getProperty(property);
    if (value != null && !value.isBlank()) {
      return new Setting(value, "system property " + property);
    }
    String variable = "WEIR_" + key.toUpperCase(Locale.ROOT);
    value = environment.get(variable);
    return value == null || value.isBlank()
        ? null
        : new Setting(value, "environment variable " + variable);
  }

  /**
   * A value and where it was found.
   *
   * @param origin for messages, e.g. {@code system property weir.mode}
   */
  record Setting(String value, String origin) {}
}
