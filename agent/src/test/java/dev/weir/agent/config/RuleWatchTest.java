package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The watch, one look at a time. */
class RuleWatchTest {

  @TempDir Path folder;

  private final RecordingListener listener = new RecordingListener();
  private Path file = Path.of("");
  private RuleWatch watch = new RuleWatch(file, name -> null, listener);

  @BeforeEach
  void watchAValidFile() throws IOException {
    file = folder.resolve("rules.yaml");
    write("weir: 1\napp: first\n");
    watch = new RuleWatch(file, name -> null, listener);
    assertThat(watch.read().valid()).isTrue();
  }

  @Test
  void unchangedFileIsNotTold() {
    polls(3);
    assertThat(listener.told()).isEmpty();
    assertThat(watch.valid()).isTrue();
  }

  @Test
  void changeCountsWhenSeenTwice() throws IOException {
    write("weir: 1\napp: second\n");
    polls(1);
    assertThat(listener.told()).isEmpty();
    polls(1);
    assertThat(listener.told()).containsExactly("changed to second with 0 warnings");
    polls(3);
    assertThat(listener.told()).isEmpty();
  }

  @Test
  void halfWrittenFileIsNotTaken() throws IOException {
    write("weir: 1\napp: sec");
    polls(1);
    write("weir: 1\napp: second\n");
    polls(2);
    assertThat(listener.told()).containsExactly("changed to second with 0 warnings");
  }

  @Test
  void fileBeingReplacedIsNotMissed() throws IOException {
    Files.delete(file);
    polls(1);
    write("weir: 1\napp: first\n");
    polls(3);
    assertThat(listener.told()).isEmpty();
  }

  @Test
  void fileThatNeverSettlesIsTakenInTheEnd() throws IOException {
    for (int i = 0; i < 5; i++) {
      write("weir: 1\napp: n" + i + "\n");
      polls(1);
    }
    assertThat(listener.told()).containsExactly("changed to n4 with 0 warnings");
  }

  @Test
  void rewriteOfTheSameSizeAndTimeIsSeen() throws IOException {
    FileTime time = Files.getLastModifiedTime(file);
    write("weir: 1\napp: fresh\n");
    Files.setLastModifiedTime(file, time);
    polls(2);
    assertThat(listener.told()).containsExactly("changed to fresh with 0 warnings");
  }

  @Test
  void replacementByRenameIsSeen() throws IOException {
    Path other = folder.resolve("rules.yaml~");
    Files.writeString(other, "weir: 1\napp: moved\n");
    Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
    polls(2);
    assertThat(listener.told()).containsExactly("changed to moved with 0 warnings");
  }

  @Test
  void brokenFileIsToldOnceWithAllItsErrorsAndLeavesTheRules() throws IOException {
    write("weir: 1\nmode: on\napp:\n");
    polls(5);
    assertThat(listener.told())
        .containsExactly(
            "refused " + file + ":2:7: mode: \"on\" is not a mode; write enforce, observe or off",
            "refused " + file + ":3:5: app: nothing where a name is expected");
    assertThat(watch.valid()).isFalse();
    assertThat(watch.problems()).hasSize(2);
    assertThat(listener.inForce()).isNull();
  }

  @Test
  void eachBrokenContentIsTold() throws IOException {
    write("weir: 1\nmode: on\n");
    polls(3);
    write("weir: 1\nmode: onn\n");
    polls(3);
    assertThat(listener.told()).hasSize(2);
  }

  @Test
  void fileMadeRightAgainIsSaidSo() throws IOException {
    write("weir: 1\napp: [\n");
    polls(2);
    listener.told();
    write("weir: 1\napp: first\n");
    polls(3);
    assertThat(listener.told()).containsExactly("restored");
    assertThat(watch.valid()).isTrue();
    assertThat(watch.problems()).isEmpty();
  }

  @Test
  void brokenFileMadeRightWithOtherRulesIsAChange() throws IOException {
    write("weir: 1\napp: [\n");
    polls(2);
    listener.told();
    write("weir: 1\napp: third\n");
    polls(2);
    assertThat(listener.told()).containsExactly("changed to third with 0 warnings");
    assertThat(watch.valid()).isTrue();
  }

  @Test
  void missingFileLeavesTheRulesAndIsToldOnce() throws IOException {
    Files.delete(file);
    polls(5);
    assertThat(listener.told()).containsExactly("refused " + file + ": no such file");
    assertThat(watch.valid()).isFalse();
    write("weir: 1\napp: first\n");
    polls(2);
    assertThat(listener.told()).containsExactly("restored");
  }

  @Test
  void directoryInItsPlaceIsToldOnce() throws IOException {
    Files.delete(file);
    Files.createDirectory(file);
    polls(3);
    assertThat(listener.told()).containsExactly("refused " + file + ": not a regular file");
  }

  @Test
  void danglingLinkIsAMissingFile() throws IOException {
    Files.delete(file);
    Files.createSymbolicLink(file, folder.resolve("nowhere"));
    polls(2);
    assertThat(listener.told()).containsExactly("refused " + file + ": no such file");
  }

  @Test
  void fileThatAppearsAfterTheStartIsAChange() throws IOException {
    Path late = folder.resolve("late.yaml");
    RuleWatch lateWatch = new RuleWatch(late, name -> null, listener);
    assertThat(lateWatch.read().valid()).isFalse();
    assertThat(lateWatch.valid()).isFalse();
    Files.writeString(late, "weir: 1\napp: late\n");
    lateWatch.poll();
    lateWatch.poll();
    assertThat(listener.told()).containsExactly("changed to late with 0 warnings");
    Files.delete(late);
    lateWatch.poll();
    lateWatch.poll();
    assertThat(listener.told()).containsExactly("refused " + late + ": no such file");
  }

  @Test
  void brokenAtTheStartThenMissingIsNoReturnToRightness() throws IOException {
    write("weir: 1\nmode: on\n");
    watch.read();
    Files.delete(file);
    polls(3);
    assertThat(listener.told()).containsExactly("refused " + file + ": no such file");
  }

  @Test
  void changeThatCannotBePutInForceIsAProblem() throws IOException {
    listener.failure = new IllegalStateException("no room");
    write("weir: 1\napp: second\n");
    polls(3);
    assertThat(listener.told())
        .containsExactly(
            "refused "
                + file
                + ": could not be put in force: java.lang.IllegalStateException: no room");
    listener.failure = null;
    write("weir: 1\napp: first\n");
    polls(2);
    assertThat(listener.told()).containsExactly("restored");
  }

  @Test
  void closedBeforeItIsStarted() {
    watch.close();
  }

  private void write(String text) throws IOException {
    Files.writeString(file, text);
  }

  private void polls(int count) {
    for (int i = 0; i < count; i++) {
      watch.poll();
    }
  }
}
