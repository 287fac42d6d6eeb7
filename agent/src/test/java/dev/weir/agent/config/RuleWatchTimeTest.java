package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.rules.RuleProblem;
import dev.weir.core.rules.RuleSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The watch in real time: a hundred changes in a row, in every manner of replacement. */
class RuleWatchTimeTest {

  private static final int CHANGES = 100;
  private static final long WITHIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  @TempDir Path folder;

  private final RecordingListener listener = new RecordingListener();

  @Test
  @Timeout(150)
  void hundredChangesAreEachInForceWithinASecond() throws Exception {
    swapConfigMap(0);
    Path file = folder.resolve("rules.yaml");
    Files.createSymbolicLink(file, Path.of("..data", "rules.yaml"));
    long worst = 0;
    try (RuleWatch watch = new RuleWatch(file, name -> null, listener)) {
      watch.read();
      watch.start();
      for (int i = 1; i <= CHANGES; i++) {
        change(i, file);
        worst = Math.max(worst, await("n" + i));
      }
    }
    assertThat(listener.told()).hasSize(CHANGES).allMatch(line -> line.startsWith("changed to n"));
    assertThat(worst).as("worst, in nanoseconds").isLessThan(WITHIN_NANOS);
  }

  /** A thread that ended for want of memory would leave the file unread for good. */
  @Test
  void aChangeForWhichThereWasNoMemoryIsTakenOnceThereIs() throws Exception {
    Path file = Files.writeString(folder.resolve("rules.yaml"), content(0));
    AtomicBoolean full = new AtomicBoolean(true);
    RuleWatch.Listener starving =
        new RuleWatch.Listener() {
          @Override
          public void changed(RuleSet rules, String hash, List<RuleProblem> warnings) {
            if (full.getAndSet(false)) {
              throw new OutOfMemoryError("by the test");
            }
            listener.changed(rules, hash, warnings);
          }

          @Override
          public void refused(List<RuleProblem> problems) {
            listener.refused(problems);
          }

          @Override
          public void restored() {
            listener.restored();
          }
        };
    try (RuleWatch watch = new RuleWatch(file, name -> null, starving)) {
      watch.read();
      watch.start();
      Files.writeString(file, content(1));
      await("n1");
      assertThat(listener.told()).containsExactly("changed to n1 with 0 warnings");
      assertThat(watch.valid()).isTrue();
    }
  }

  private void change(int i, Path file) throws IOException {
    switch (i % 3) {
      case 0 -> swapConfigMap(i);
      case 1 -> Files.writeString(file.toRealPath(), content(i));
      default -> {
        Path target = file.toRealPath();
        Path other = target.resolveSibling("other");
        Files.writeString(other, content(i));
        Files.move(other, target, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  /** As the kubelet does it: a new directory, then the link to it exchanged by rename. */
  private void swapConfigMap(int i) throws IOException {
    Path data = Files.createDirectory(folder.resolve("..2026_11_30_" + i));
    Files.writeString(data.resolve("rules.yaml"), content(i));
    Path link = folder.resolve("..data_tmp");
    Files.createSymbolicLink(link, data.getFileName());
    Files.move(link, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
  }

  private static String content(int i) {
    return "weir: 1\napp: n" + i + "\n";
  }

  private long await(String app) throws InterruptedException {
    long start = System.nanoTime();
    while (true) {
      RuleSet rules = listener.inForce();
      long waited = System.nanoTime() - start;
      if ((rules != null && app.equals(rules.app())) || waited > 10 * WITHIN_NANOS) {
        return waited;
      }
      Thread.sleep(2);
    }
  }
}
