package com.acme.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;

/** Starts, and says where it listens in the file that {@code acme.ready} names. */
@SpringBootApplication
public class BootApp {

  private final Environment environment;

  public BootApp(Environment environment) {
    this.environment = environment;
  }

  public static void main(String[] args) {
    SpringApplication.run(BootApp.class, args);
  }

  @EventListener(ApplicationReadyEvent.class)
  public void ready() throws IOException {
    Path file = Path.of(environment.getRequiredProperty("acme.ready"));
    Path half = file.resolveSibling(file.getFileName() + ".half");
    Files.writeString(
        half, "control=0\nhttp=" + environment.getRequiredProperty("local.server.port") + "\n");
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
