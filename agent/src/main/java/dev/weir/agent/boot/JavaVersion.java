package dev.weir.agent.boot;

/** Whether this JVM can run Weir. */
final class JavaVersion {

  private static final int OLDEST = 17;

  private JavaVersion() {}

  /** Says so on the error stream if it cannot. */
  static boolean isTooOld() {
    String version = System.getProperty("java.specification.version", "1.8");
    int feature = version.startsWith("1.") ? 8 : Integer.parseInt(version);
    if (feature >= OLDEST) {
      return false;
    }
    System.err.println(
        "weir: WARNING: Java "
            + version
            + " is too old: Weir needs Java "
            + OLDEST
            + " or later. The application runs without it.");
    return true;
  }
}
