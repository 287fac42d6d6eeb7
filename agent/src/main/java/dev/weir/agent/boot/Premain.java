package dev.weir.agent.boot;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;

/**
 * Where the JVM enters: at start ({@code -javaagent}) or by attaching. Whatever goes wrong here or
 * behind, the application runs on without Weir.
 */
public final class Premain {

  private Premain() {}

  /** Called by the JVM before the application's {@code main}. */
  public static void premain(String argument, Instrumentation instrumentation) {
    start(argument, instrumentation, "premain");
  }

  /** Called by the JVM when the agent is attached to a running application. */
  public static void agentmain(String argument, Instrumentation instrumentation) {
    start(argument, instrumentation, "agentmain");
  }

  private static void start(String argument, Instrumentation instrumentation, String how) {
    try {
      if (JavaVersion.isTooOld() || isToolOfTheJdk()) {
        return;
      }
      Class.forName("dev.weir.agent.boot.AgentStart")
          .getMethod(how, String.class, Instrumentation.class)
          .invoke(null, argument, instrumentation);
    } catch (Throwable failure) {
      System.err.println(
          "weir: ERROR: the agent could not start, the application runs without it: "
              + told(failure));
    }
  }

  /** What happened, below the reflection that leads to it. */
  private static Throwable told(Throwable failure) {
    Throwable told = failure;
    while (told instanceof InvocationTargetException && told.getCause() != null) {
      told = told.getCause();
    }
    return told;
  }

  /** With JAVA_TOOL_OPTIONS the agent reaches javac, jps and the like: there it stays silent. */
  private static boolean isToolOfTheJdk() {
    String command = System.getProperty("sun.java.command", "");
    if (command.startsWith("jdk.compiler/com.sun.tools.javac.launcher.")) {
      return false; // java Application.java
    }
    return command.startsWith("jdk.")
        || command.startsWith("java.base/")
        || command.startsWith("com.sun.tools.")
        || command.startsWith("sun.tools.")
        || command.startsWith("sun.security.tools.");
  }
}
