package dev.weir.core.keys;

import java.util.Arrays;

/**
 * A key of several values. Part by part, so that {@code [a, "b,c"]} and {@code ["a,b", c]} differ.
 * Comparable, so that keys of one hash are a tree to {@link
 * java.util.concurrent.ConcurrentHashMap}.
 */
public final class CompoundKey implements Comparable<CompoundKey> {

  private final String[] parts;
  private final int hash;

  /**
   * @param parts not to be changed
   */
  public CompoundKey(String... parts) {
    this.parts = parts;
    this.hash = Arrays.hashCode(parts);
  }

  /**
   * What keys have in common that are equal in some of their parts. To be compared with what is
   * left of others by the same parts only.
   */
  public CompoundKey only(boolean[] kept) {
    String[] left = parts.clone();
    for (int i = 0; i < left.length; i++) {
      if (!kept[i]) {
        left[i] = "";
      }
    }
    return new CompoundKey(left);
  }

  /** How many characters it holds. */
  int length() {
    int length = 0;
    for (String part : parts) {
      length += part.length();
    }
    return length;
  }

  @Override
  public int compareTo(CompoundKey other) {
    return Arrays.compare(parts, other.parts);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CompoundKey key && hash == key.hash && Arrays.equals(parts, key.parts);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** The values in order, for people. */
  @Override
  public String toString() {
    return String.join(", ", parts);
  }
}
