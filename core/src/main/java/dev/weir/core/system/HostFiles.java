package dev.weir.core.system;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Small files of the kernel, below some root. Read anew each time: the kernel writes them when they
 * are opened.
 */
final class HostFiles {

  /** A host with thousands of mounts has a table of some 100 KB. */
  private static final int MAX_BYTES = 1 << 20;

  private final File root;

  /**
   * @param root {@code /}, or a directory that looks like it
   */
  HostFiles(File root) {
    this.root = root;
  }

  /**
   * The text of a file, without blanks around it; null where there is none.
   *
   * @param path from the root
   * @throws IOException if there is one and it cannot be read
   */
  @Nullable String read(String path) throws IOException {
    File file = new File(root, path);
    if (!file.exists()) {
      return null;
    }
    try (FileInputStream in = new FileInputStream(file)) {
      return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8).trim();
    }
  }
}
