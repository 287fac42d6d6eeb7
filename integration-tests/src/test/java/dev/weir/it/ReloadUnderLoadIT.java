package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * A hundred changes of the rule file in a row while the application is busy, in each of the ways in
 * which files are changed. An entry that refuses all its calls shows by its answer which file is in
 * force; all other calls must succeed.
 */
class ReloadUnderLoadIT {

  private static final int CHANGES = 100;

  private final Web web;
  private final ForkedApp app;
  private final List<Long> millis = new ArrayList<>();

  ReloadUnderLoadIT() {
    Launch launch = Container.TOMCAT_10.launch().rules(file(0));
    app = launch.start();
    web = new Web(app.httpPort());
  }

  /** Every second file also changes the limit of the entry that the load goes through. */
  private static String file(int number) {
    return """
    weir: 1
    resources:
      - name: marker
        match: web:GET /orders/marker
        flow: {limit: 0/1h}
        on-block: {status: 418, body: "file %d"}
      - {name: busy, match: "web:GET /orders/busy/{id}", flow: {limit: %d/s}}
      - {name: query, match: "method:com.acme.app.PriceService#query", flow: {limit: %d/s}}
    """
        .formatted(number, 1_000_000 + number % 2, 2_000_000 + number % 2);
  }

  @Test
  void eachOfAHundredChangesIsInForceWithinASecond() throws Exception {
    app.announce("ERROR: .*rules.yaml"); // A file may be read half-written; the rules stay.
    app.announce("matches no method");
    app.announce("rules.yaml:");
    ExecutorService pool = Executors.newFixedThreadPool(2);
    AtomicBoolean running = new AtomicBoolean(true);
    AtomicLong requests = new AtomicLong();
    try {
      app.call(Groups.LOAD, "start", "4", "1");
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        clients.add(pool.submit(() -> drive(running, requests)));
      }
      changeAll();
      running.set(false);
      for (Future<?> client : clients) {
        client.get();
      }
      Reply load = app.call(Groups.LOAD, "stop");
      assertThat(load.field("wrong")).as(load.field("firstWrong")).isEqualTo("0");
      assertThat(load.field("refused")).isEqualTo("0");
      report(load, requests);
      assertThat(Collections.max(millis)).isLessThanOrEqualTo(1_000);
      assertThat(app.statistics().blockedTotal())
          .as("only the marker refuses")
          .isEqualTo(app.settled("marker").blocked());
    } finally {
      running.set(false);
      pool.shutdownNow();
      app.close();
    }
  }

  private void drive(AtomicBoolean running, AtomicLong requests) {
    Web client = new Web(app.httpPort());
    while (running.get()) {
      var response = client.get("/orders/busy/1");
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("order /busy/1");
      requests.incrementAndGet();
    }
  }

  private void changeAll() throws IOException {
    awaitInForce(0);
    int number = 0;
    while (number < CHANGES / 3) {
      number++;
      timed(number, app.ruleFile(), file(number), this::rewrite);
    }
    while (number < CHANGES * 2 / 3) {
      number++;
      timed(number, app.ruleFile(), file(number), this::rename);
    }
    while (number < CHANGES) {
      number++;
      timed(number, app.ruleFile(), file(number), this::swap);
    }
  }

  private interface Change {
    void apply(Path file, String text) throws IOException;
  }

  private void timed(int number, Path file, String text, Change change) throws IOException {
    change.apply(file, text);
    long start = System.nanoTime();
    awaitInForce(number);
    millis.add((System.nanoTime() - start) / 1_000_000);
  }

  private void awaitInForce(int number) {
    await()
        .alias("file " + number + " is in force")
        .atMost(Duration.ofSeconds(5))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> web.get("/orders/marker").body().equals("file " + number));
  }

  /** As {@code cat > rules.yaml} does it: the same file, in pieces. */
  private void rewrite(Path file, String text) throws IOException {
    try (var out = Files.newOutputStream(file)) {
      byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
      out.write(bytes, 0, bytes.length / 2);
      out.flush();
      out.write(bytes, bytes.length / 2, bytes.length - bytes.length / 2);
    }
  }

  /** As editors do it. */
  private void rename(Path file, String text) throws IOException {
    Path next = file.resolveSibling(".rules.yaml.swp");
    Files.writeString(next, text);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * As Kubernetes does it: the file is a link through {@code ..data}, itself a link to a folder,
   * and is replaced by a rename.
   */
  private void swap(Path file, String text) throws IOException {
    Path folder = Files.createTempDirectory(app.directory(), "..2026_");
    Files.writeString(folder.resolve("rules.yaml"), text);
    Path data = app.directory().resolve("..data");
    Path next = app.directory().resolve("..data_tmp");
    Files.createSymbolicLink(next, folder.getFileName());
    Files.move(next, data, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    if (!Files.isSymbolicLink(file)) {
      Path link = app.directory().resolve("link");
      Files.createSymbolicLink(link, Path.of("..data", "rules.yaml"));
      Files.move(link, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private void report(Reply load, AtomicLong requests) {
    long[] sorted = millis.stream().mapToLong(Long::longValue).sorted().toArray();
    System.out.println(
        "Rule file changes under load: "
            + sorted.length
            + ", in force after (ms): median "
            + sorted[sorted.length / 2]
            + ", worst "
            + Arrays.stream(sorted).max().orElse(-1)
            + "; meanwhile "
            + requests
            + " requests and "
            + load.field("passed")
            + " method calls, of which wrong or failed: "
            + load.field("wrong"));
  }
}
