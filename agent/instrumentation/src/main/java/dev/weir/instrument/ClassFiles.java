package dev.weir.instrument;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Looks into class files without loading a parser. */
public final class ClassFiles {

  private ClassFiles() {}

  /**
   * Whether {@code ascii} occurs anywhere in a class file. Names and descriptors stand in it as
   * plain text, so a class that uses a type holds the type's name.
   */
  public static boolean contains(byte[] classFile, byte[] ascii) {
    byte first = ascii[0];
    int last = classFile.length - ascii.length;
    search:
    for (int at = 0; at <= last; at++) {
      if (classFile[at] != first) {
        continue;
      }
      for (int next = 1; next < ascii.length; next++) {
        if (classFile[at + next] != ascii[next]) {
          continue search;
        }
      }
      return true;
    }
    return false;
  }

  /** The internal name of the superclass; null if it has none or the file is not readable. */
  public static @Nullable String superName(byte[] classFile) {
    int count = unsignedShort(classFile, 8);
    int[] starts = new int[count];
    int at = 10;
    for (int index = 1; index < count; index++) {
      starts[index] = at;
      int size = constantSize(classFile, at);
      if (size == 0) {
        return null;
      }
      if (classFile[at] == 5 || classFile[at] == 6) {
        index++; // long and double take two places
      }
      at += size;
    }
    int superIndex = unsignedShort(classFile, at + 4);
    if (superIndex == 0) {
      return null;
    }
    int name = starts[unsignedShort(classFile, starts[superIndex] + 1)];
    return new String(
        classFile, name + 3, unsignedShort(classFile, name + 1), StandardCharsets.UTF_8);
  }

  /** Bytes that a constant takes, with its tag; 0 for a tag that is not known. */
  private static int constantSize(byte[] classFile, int at) {
    return switch (classFile[at]) {
      case 1 -> 3 + unsignedShort(classFile, at + 1); // text
      case 7, 8, 16, 19, 20 -> 3; // class, string, method type, module, package
      case 15 -> 4; // method handle
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 5; // int, float, members, name and type, dynamic
      case 5, 6 -> 9; // long, double
      default -> 0;
    };
  }

  private static int unsignedShort(byte[] bytes, int at) {
    return ((bytes[at] & 0xff) << 8) | (bytes[at + 1] & 0xff);
  }
}
