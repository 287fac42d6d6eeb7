package dev.weir.instrument;

/** Looks into class files without parsing them. */
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
}
