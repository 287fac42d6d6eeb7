package dev.weir.agent.boot;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;

/** Puts the bridge into the bootstrap loader, opens the agent's own loader and hands over to it. */
public final class AgentStart {

  /**
   * Every type of the bridge; a superclass before its subclass. A test compares it with the module.
   */
  private static final String[] BRIDGE = {
    "Guard", "Refusal", "Answer", "Call", "BlockedException", "BlockedIOException", "Bridge"
  };

  private AgentStart() {}

  /** At the start of the JVM. */
  public static void premain(String argument, Instrumentation instrumentation) throws Exception {
    start(argument, instrumentation, false);
  }

  /** In a JVM that runs already. */
  public static void agentmain(String argument, Instrumentation instrumentation) throws Exception {
    start(argument, instrumentation, true);
  }

  private static void start(String argument, Instrumentation instrumentation, boolean attached)
      throws Exception {
    if (isRunning()) {
      System.err.println("weir: WARNING: the agent runs already; the second one does nothing");
      return;
    }
    AgentClassLoader loader = AgentClassLoader.open();
    try {
      defineBridge(instrumentation, loader);
    } catch (Exception | LinkageError notThisWay) {
      // A JVM that closed this door: the ordinary way works everywhere, and costs the application
      // its class-data-sharing archive.
      instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(loader.jar()));
    }
    // The same parameters as premain's: for a method of another shape, JDK 18 and later would spin
    // method handles first, some tens of milliseconds of CPU.
    Class.forName("dev.weir.agent.AgentInstaller", true, loader)
        .getMethod(attached ? "attach" : "start", String.class, Instrumentation.class)
        .invoke(null, argument, instrumentation);
  }

  private static boolean isRunning() {
    try {
      Class.forName("dev.weir.bridge.Bridge", false, ClassLoader.getPlatformClassLoader());
      return true;
    } catch (ClassNotFoundException expected) {
      return false;
    }
  }

  /**
   * {@code appendToBootstrapClassLoaderSearch} makes the JVM print a warning and drop the
   * application's shared archive; defining the few classes directly does neither.
   */
  private static void defineBridge(Instrumentation instrumentation, AgentClassLoader loader)
      throws IOException {
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of("jdk.internal.misc", Set.of(AgentStart.class.getModule())),
        Map.of(),
        Set.of(),
        Map.of());
    for (String type : BRIDGE) {
      String name = "dev/weir/bridge/" + type;
      BootstrapLoader.define(name, loader.rootFile(name + ".class"));
    }
  }
}
