package dev.weir.agent;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Weir's voice: one line a message on the error stream, never on the output stream, which may be
 * read by another program. No logging library: the application may not have configured its own yet.
 */
public final class Log {

  private final PrintStream stream;
  private final Set<String> saidOnce = ConcurrentHashMap.newKeySet();

  public Log(PrintStream stream) {
    this.stream = stream;
  }

  /** Something a user may want to know. */
  public void info(String message) {
    line("weir: ", message);
  }

  /** Something that is not as the user expects, while everything goes on. */
  public void warn(String message) {
    line("weir: WARNING: ", message);
  }

  /** Something that does not work and what to do. */
  public void error(String message) {
    line("weir: ERROR: ", message);
  }

  /** A warning, unless one with this key was given before. */
  public void warnOnce(String key, String message) {
    if (saidOnce.add(key)) {
      warn(message);
    }
  }

  private void line(String prefix, String message) {
    String text = prefix;
    text += message;
    stream.println(text);
  }
}
