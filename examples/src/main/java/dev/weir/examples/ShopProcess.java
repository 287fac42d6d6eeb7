package dev.weir.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The shop in a JVM of its own, under the agent. Closing it ends that JVM. */
final class ShopProcess implements AutoCloseable {

  private static final String LISTENING = "Shop is listening on ";
  private static final int START_SECONDS = 60;

  private final Process process;
  private final Path log;
  private final PrintWriter logWriter;
  private final CompletableFuture<URI> uri = new CompletableFuture<>();
  private final ConcurrentLinkedQueue<String> agentLines = new ConcurrentLinkedQueue<>();

  private ShopProcess(Process process, Path log) throws IOException {
    this.process = process;
    this.log = log;
    this.logWriter = new PrintWriter(Files.newBufferedWriter(log), true);
    read("shop-stdout", process.getInputStream());
    read("shop-stderr", process.getErrorStream());
  }

  static ShopProcess start(Options options, Path rules) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-javaagent:" + options.agentJar() + "=rules=" + rules);
    command.add("-Dshop.port=" + options.port());
    command.add("-jar");
    command.add(options.shopJar().toString());
    Path log = options.scratch().resolve("shop.log");
    return new ShopProcess(new ProcessBuilder(command).start(), log);
  }

  /** Waits until the shop says where it listens. */
  URI awaitUri() throws IOException, InterruptedException {
    try {
      return uri.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException failure) {
      throw new IOException("the shop did not start; its log is " + log, failure);
    }
  }

  long pid() {
    return process.pid();
  }

  Path log() {
    return log;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What the agent has logged since the last call. */
  List<String> newAgentLines() {
    List<String> lines = new ArrayList<>();
    for (String line = agentLines.poll(); line != null; line = agentLines.poll()) {
      lines.add(line);
    }
    return lines;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void read(String name, InputStream output) {
    Thread reader = new Thread(() -> copy(output), name);
    reader.setDaemon(true);
    reader.start();
  }

  private void copy(InputStream output) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        note(line);
      }
    } catch (IOException closed) {
      logWriter.println("(output closed: " + closed + ")");
    }
    uri.completeExceptionally(new IOException("the shop's JVM ended"));
  }

  private void note(String line) {
    logWriter.println(line);
    if (line.startsWith(LISTENING)) {
      uri.complete(URI.create(line.substring(LISTENING.length())));
    } else if (line.startsWith("weir") || line.startsWith("[weir")) {
      agentLines.add(line);
    }
  }
}
