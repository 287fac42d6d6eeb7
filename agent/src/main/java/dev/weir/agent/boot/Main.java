package dev.weir.agent.boot;

import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** {@code java -jar weir-agent.jar <command>}. */
public final class Main {

  private Main() {}

  /** Runs a command and ends the JVM with its exit code. */
  public static void main(String[] arguments) throws Exception {
    if (JavaVersion.isTooOld()) {
      System.exit(2);
    }
    ClassLoader loader =
        (ClassLoader)
            Class.forName("dev.weir.agent.boot.AgentClassLoader").getMethod("open").invoke(null);
    Thread.currentThread().setContextClassLoader(loader);
    PrintWriter out = utf8(System.out);
    PrintWriter err = utf8(System.err);
    Object code =
        Class.forName("dev.weir.agent.cli.Cli", true, loader)
            .getMethod("run", String[].class, PrintWriter.class, PrintWriter.class)
            .invoke(null, arguments, out, err);
    System.exit((Integer) code);
  }

  private static PrintWriter utf8(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }
}
