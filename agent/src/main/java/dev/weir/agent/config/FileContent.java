package dev.weir.agent.config;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What stands at a path at one moment: bytes, or why there are none. Compared by value. */
final class FileContent {

  private final byte[] bytes;
  private final String fault;

  private FileContent(byte[] bytes, String fault) {
    this.bytes = bytes;
    this.fault = fault;
  }

  static FileContent of(Path path) {
    File file = path.toFile();
    // A pipe would be waited for: only a file is opened.
    if (!file.isFile()) {
      return file.exists() ? fault("not a regular file") : missing();
    }
    // Not through a channel: its some thirty classes would be loaded while the JVM starts.
    try (InputStream in = new FileInputStream(file)) {
      return new FileContent(in.readNBytes(RuleFile.MAX_BYTES + 1), "");
    } catch (IOException e) {
      return fault(file.canRead() ? "could not be read: " + e : "may not be read by this process");
    }
  }

  static FileContent missing() {
    return fault("no such file");
  }

  private static FileContent fault(String fault) {
    return new FileContent(new byte[0], fault);
  }

  /** At most one more than a rule file may have. Not to be changed. */
  byte[] bytes() {
    return bytes;
  }

  /** For a user; empty where the file could be read. */
  String fault() {
    return fault;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FileContent content
        && fault.equals(content.fault)
        && Arrays.equals(bytes, content.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes) ^ fault.hashCode();
  }

  @Override
  public String toString() {
    return fault.isEmpty() ? bytes.length + " bytes" : fault;
  }
}
