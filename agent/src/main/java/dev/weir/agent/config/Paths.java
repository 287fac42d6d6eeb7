package dev.weir.agent.config;

/** How places inside a file are named, e.g. {@code resources[0].flow.limit}. */
final class Paths {

  private Paths() {}

  static String child(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  static String item(String path, int index) {
    return path + "[" + index + "]";
  }
}
