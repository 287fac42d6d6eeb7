package dev.weir.instrument;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Looks into class files without loading a parser. */
public final class ClassFiles {

  /** The constant of this number does not exist. */
  private static final int END = 0;

  private static final int NATIVE = 0x0100;
  private static final int ABSTRACT = 0x0400;

  private ClassFiles() {}

  /** Names for {@link #declares}. */
  public static byte[][] ascii(String... names) {
    byte[][] ascii = new byte[names.length][];
    for (int i = 0; i < names.length; i++) {
      ascii[i] = names[i].getBytes(StandardCharsets.US_ASCII);
    }
    return ascii;
  }

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
    int[] constants = constants(classFile);
    if (constants == null) {
      return null;
    }
    int superIndex = unsignedShort(classFile, constants[END] + 4);
    if (superIndex == 0) {
      return null;
    }
    int name = constants[unsignedShort(classFile, constants[superIndex] + 1)];
    return new String(
        classFile, name + 3, unsignedShort(classFile, name + 1), StandardCharsets.UTF_8);
  }

  /**
   * Whether a class file declares a method with a body that has one of the names. A class that only
   * calls such methods holds their names too. True if the file is not readable here.
   *
   * @param names in ASCII
   */
  public static boolean declares(byte[] classFile, byte[][] names) {
    int[] constants = constants(classFile);
    if (constants == null) {
      return true;
    }
    int at = constants[END] + 6;
    at += 2 + 2 * unsignedShort(classFile, at); // interfaces
    int fields = unsignedShort(classFile, at);
    at += 2;
    for (int i = 0; i < fields; i++) {
      at = afterMember(classFile, at);
    }
    int methods = unsignedShort(classFile, at);
    at += 2;
    for (int i = 0; i < methods; i++) {
      boolean hasBody = (unsignedShort(classFile, at) & (NATIVE | ABSTRACT)) == 0;
      if (hasBody && isOneOf(classFile, constants[unsignedShort(classFile, at + 2)], names)) {
        return true;
      }
      at = afterMember(classFile, at);
    }
    return false;
  }

  /** Where the field or method that starts at {@code at} ends. */
  private static int afterMember(byte[] classFile, int at) {
    int attributes = unsignedShort(classFile, at + 6);
    int next = at + 8;
    for (int i = 0; i < attributes; i++) {
      int length = (unsignedShort(classFile, next + 2) << 16) | unsignedShort(classFile, next + 4);
      next += 6 + length;
    }
    return next;
  }

  /** Whether the text constant at {@code at} is one of the names. */
  private static boolean isOneOf(byte[] classFile, int at, byte[][] names) {
    int from = at + 3;
    int to = from + unsignedShort(classFile, at + 1);
    for (byte[] name : names) {
      if (Arrays.equals(classFile, from, to, name, 0, name.length)) {
        return true;
      }
    }
    return false;
  }

  /** Where each constant starts, and at {@link #END} where the last ends; null if not readable. */
  private static int @Nullable [] constants(byte[] classFile) {
    int[] starts = new int[unsignedShort(classFile, 8)];
    int at = 10;
    for (int index = 1; index < starts.length; index++) {
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
    starts[END] = at;
    return starts;
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
