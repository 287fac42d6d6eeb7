package com.acme.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Starts the control port, then what the second argument names, and says so in the file that the
 * first names: standard output belongs to the application.
 */
public final class Main {

  private Main() {}

  /** What a test may start beside the control port, e.g. a container. */
  public interface Launcher {

    /** Starts it and gives the port it listens on. */
    int start(String[] arguments) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    Control control = Control.start();
    int http = 0;
    if (args.length > 1) {
      Launcher launcher =
          Class.forName(args[1]).asSubclass(Launcher.class).getDeclaredConstructor().newInstance();
      http = launcher.start(java.util.Arrays.copyOfRange(args, 2, args.length));
    }
    ready(Path.of(args[0]), "control=" + control.port() + "\nhttp=" + http + "\n");
    Thread.currentThread().join();
  }

  /** Whole or not at all: the test polls for the file. */
  private static void ready(Path file, String text) throws IOException {
    Path half = file.resolveSibling(file.getFileName() + ".half");
    Files.writeString(half, text);
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
