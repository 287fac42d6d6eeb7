package com.acme.app;

import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.matcher.ElementMatchers;
import org.yaml.snakeyaml.Yaml;

/** The application's own Byte Buddy and SnakeYAML, older than any that Weir brings. */
public final class OldLibraryCommands implements Commands {

  @Override
  public Map<String, String> run(String command, String[] arguments) throws Exception {
    return switch (command) {
      case "bytebuddy" -> Outcome.value(generated());
      case "bytebuddyFrom" -> Outcome.value(from(ByteBuddy.class));
      case "snakeyaml" -> Outcome.value(new Yaml().load("answer: off"));
      case "snakeyamlFrom" -> Outcome.value(from(Yaml.class));
      default -> throw new IllegalArgumentException(command);
    };
  }

  private static String from(Class<?> type) {
    return String.valueOf(type.getProtectionDomain().getCodeSource().getLocation());
  }

  private static String generated() throws ReflectiveOperationException {
    return new ByteBuddy()
        .subclass(Object.class)
        .method(ElementMatchers.named("toString"))
        .intercept(FixedValue.value("generated"))
        .make()
        .load(OldLibraryCommands.class.getClassLoader())
        .getLoaded()
        .getDeclaredConstructor()
        .newInstance()
        .toString();
  }
}
