package dev.weir.agent;

import java.lang.instrument.Instrumentation;

/** stub */
public final class AgentInstaller {
  public static void install(String a, Instrumentation i, boolean attached) {
    System.err.println("weir: hello");
  }
}
