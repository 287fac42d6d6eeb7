package dev.weir.core.breaker;

/** HTTP statuses from {@code first} to {@code last}. */
public record StatusRange(int first, int last) {

  public StatusRange {
    if (first > last) {
      throw new IllegalArgumentException(first + " is more than " + last);
    }
  }

  boolean contains(int status) {
    return status >= first && status <= last;
  }

  @Override
  public String toString() {
    return first == last ? Integer.toString(first) : first + "-" + last;
  }
}
