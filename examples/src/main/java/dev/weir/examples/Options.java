package dev.weir.examples;

import java.nio.file.Path;

/**
 * How the demo was called.
 *
 * @param root of the source tree
 * @param terminal whether the table may be drawn over itself
 * @param serve whether the shop stays up after the demo
 * @param port of the shop, 0 for a free one
 */
record Options(Path root, boolean terminal, boolean serve, int port) {

  static final String USAGE =
      """
      Usage: examples/demo.sh [--serve] [--plain] [--port=N]

        --serve    keep the shop running after the demo, until Ctrl-C
        --plain    one line a second instead of a table that is drawn over itself
        --port=N   port of the shop on 127.0.0.1 (default: a free one)
      """;

  /**
   * @throws IllegalArgumentException with a message for the user
   */
  static Options parse(String[] args) {
    boolean terminal = false;
    boolean serve = false;
    int port = 0;
    for (String arg : args) {
      if (arg.equals("--terminal")) {
        terminal = true;
      } else if (arg.equals("--plain")) {
        terminal = false;
      } else if (arg.equals("--serve")) {
        serve = true;
      } else if (arg.matches("--port=\\d{1,5}")) {
        port = Integer.parseInt(arg.substring("--port=".length()));
      } else {
        throw new IllegalArgumentException("unknown option " + arg);
      }
    }
    return new Options(Path.of("").toAbsolutePath(), terminal, serve, port);
  }

  Path agentJar() {
    return root.resolve("agent/target/weir-agent.jar");
  }

  Path shopJar() {
    return root.resolve("examples/target/shop.jar");
  }

  Path exampleRules() {
    return root.resolve("examples/rules.yaml");
  }

  /** Where the demo keeps the copy of the rules that it edits, and the shop's log. */
  Path scratch() {
    return root.resolve("examples/target/demo");
  }
}
