package com.acme.hello;

import java.lang.instrument.Instrumentation;

/** An agent that does nothing: what the JVM itself asks for having one. */
public final class EmptyAgent {

  private EmptyAgent() {}

  public static void premain(String argument, Instrumentation instrumentation) {
    // Nothing: being called is what is measured.
  }
}
